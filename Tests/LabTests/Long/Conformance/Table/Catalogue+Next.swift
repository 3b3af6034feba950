extension Catalogue {
  /// Subjects of `BrokenNext.swift`.
  static let next: [CatalogueRow] = [
    CatalogueRow(
      "KeepsItsPermitWhenCancelled", "after one that is cancelled while it works",
      by: "next-one-runs", breaks: ["next-one-runs"], mayVary: ["survives-races"]),
    CatalogueRow(
      "KeepsItsPermitWhenItFails", "after one whose work fails", by: "next-one-runs",
      breaks: ["next-one-runs"], mayVary: ["survives-races"]),
  ]
}
