extension Catalogue {
  /// Subjects of `BrokenReturning.swift`.
  static let returning: [CatalogueRow] = [
    CatalogueRow(
      "CancelWaitsForTheEnd", "did not come back", by: "cancel-returns",
      breaks: ["cancel-returns"]),
    CatalogueRow(
      "CancelSharesTheWorksQueue", "did not come back", by: "cancel-returns",
      breaks: ["cancel-returns"]),
  ]
}
