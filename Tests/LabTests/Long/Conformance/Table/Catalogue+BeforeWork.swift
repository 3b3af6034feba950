extension Catalogue {
  /// Subjects of `BrokenBeforeWork.swift`.
  static let beforeWork = [
    ("DropsItsTimer", []), ("ReturnsWhenItsTurnComes", []), ("ReturnsOnAThreadOfThePool", []),
    ("WaitsForATaskThatReturns", ["many-at-once"]),
  ].map { subject, others in
    CatalogueRow(
      subject, "before its work began, it never finished", by: "cancel-before-work",
      breaks: ["cancel-before-work"] + others, mayVary: ["survives-races"])
  }
}
