extension Catalogue {
  /// Subjects of `BrokenAsking.swift`.
  static let asking: [CatalogueRow] = [
    CatalogueRow(
      "GivesItsAnswerAway", "answered otherwise", by: "asking-changes-nothing",
      breaks: [
        "asking-changes-nothing", "cancel-sets-cancelled", "cancel-before-start",
        "cancel-before-enqueue", "cancel-while-queued", "stays-cancelled",
      ]),
    CatalogueRow(
      "ExecutesWhenAsked", "answered otherwise", by: "asking-changes-nothing",
      breaks: ["asking-changes-nothing"],
      mayVary: ["executing-while-working"]),
  ]
}
