extension Catalogue {
  /// Subjects of `BrokenBeforeWork.swift`.
  static let beforeWork = [
    "DropsItsTimer", "ReturnsWhenItsTurnComes", "ReturnsOnAThreadOfThePool",
    "WaitsForATaskThatReturns",
  ].map { subject in
    CatalogueRow(
      subject, "before its work began, it never finished", by: "cancel-before-work",
      breaks: ["cancel-before-work"], mayVary: ["survives-races"])
  }
}
