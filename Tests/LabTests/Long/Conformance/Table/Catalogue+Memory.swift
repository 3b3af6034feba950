extension Catalogue {
  /// Subjects of `BrokenMemory.swift`.
  static let memory: [CatalogueRow] = [
    CatalogueRow(
      "CapturesItselfInItsBlock", "something still kept it alive", by: "is-released",
      breaks: ["may-be-let-go", "is-released"]),
    CatalogueRow(
      "HeldByItsSession", "something still kept it alive", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "StaysInTheListWhenCancelled", "something still kept it alive", by: "is-released",
      breaks: ["may-be-let-go", "is-released"]),
  ]
}
