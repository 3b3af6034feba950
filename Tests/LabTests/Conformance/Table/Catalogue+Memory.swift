extension Catalogue {
  /// Subjects of `BrokenMemory.swift`.
  static let memory: [CatalogueRow] = [
    CatalogueRow(
      "CapturesItselfInItsBlock", "somebody still kept it alive", by: "is-released",
      breaks: ["may-be-let-go", "is-released"]),
    CatalogueRow(
      "HeldByItsSession", "somebody still kept it alive", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "StaysInTheListWhenCancelled", "somebody still kept it alive", by: "is-released",
      breaks: ["may-be-let-go", "is-released"]),
  ]
}
