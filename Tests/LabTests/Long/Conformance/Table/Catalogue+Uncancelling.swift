extension Catalogue {
  /// Subjects of `BrokenUncancelling.swift`.
  static let uncancelling: [CatalogueRow] = [
    CatalogueRow(
      "ClearsItsFlagAtTheEnd", "false again", by: "stays-cancelled",
      breaks: ["stays-cancelled"]),
    CatalogueRow(
      "ClearsItsFlagAtTheStart", "false again", by: "stays-cancelled",
      breaks: ["stays-cancelled"]),
  ]
}
