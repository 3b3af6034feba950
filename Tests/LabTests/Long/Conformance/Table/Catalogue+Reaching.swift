extension Catalogue {
  /// Subjects of `BrokenReaching.swift`.
  static let reaching: [CatalogueRow] = [
    CatalogueRow(
      "CancelsItsDependencies", "the operation it depends on", by: "cancels-only-itself",
      breaks: ["cancels-only-itself"]),
    CatalogueRow(
      "CancelsItsQueue", "cancelled, it cancelled", by: "cancels-only-itself",
      breaks: ["cancel-while-running", "cancels-only-itself"]),
  ]
}
