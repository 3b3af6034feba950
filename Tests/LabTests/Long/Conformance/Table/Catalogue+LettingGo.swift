extension Catalogue {
  /// Subjects of `BrokenLettingGo.swift`.
  static let lettingGo: [CatalogueRow] = [
    CatalogueRow(
      "MakesATimerForLater", "ended the process", by: "may-be-let-go",
      breaks: ["may-be-let-go", "next-one-runs"]),
    CatalogueRow(
      "TakesItsSemaphoreAtBirth", "ended the process", by: "may-be-let-go",
      breaks: ["may-be-let-go", "next-one-runs"]),
    CatalogueRow(
      "RegistersAtBirth", "keeps it alive", by: "may-be-let-go",
      breaks: ["may-be-let-go"]),
  ]
}
