extension Catalogue {
  /// Subjects of `BrokenNext.swift`.
  static let next: [CatalogueRow] = [
    CatalogueRow(
      "KeepsItsPermitWhenCancelled", "one was cancelled while its work went on",
      by: "next-one-runs", breaks: ["next-one-runs"], mayVary: ["survives-races"]),
    CatalogueRow(
      "KeepsItsPermitWhenItFails", "the work of one failed", by: "next-one-runs",
      breaks: ["next-one-runs"], mayVary: ["survives-races"]),
  ]
}
