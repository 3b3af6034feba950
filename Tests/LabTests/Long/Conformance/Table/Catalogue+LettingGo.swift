extension Catalogue {
  /// Subjects of `BrokenLettingGo.swift`.
  static let lettingGo: [CatalogueRow] = [
    CatalogueRow(
      "MakesATimerForLater", "ended the process", by: "may-be-let-go",
      breaks: ["may-be-let-go"]),
    CatalogueRow(
      "TakesItsSemaphoreAtBirth", "ended the process", by: "may-be-let-go",
      breaks: ["may-be-let-go"]),
    CatalogueRow(
      "RegistersAtBirth", "keeps it alive", by: "may-be-let-go",
      breaks: ["may-be-let-go"]),
  ]
}
