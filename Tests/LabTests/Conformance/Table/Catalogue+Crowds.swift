extension Catalogue {
  /// Subjects of `BrokenCrowds.swift`.
  static let crowds: [CatalogueRow] = [
    CatalogueRow(
      "BlocksForAnotherThread", "of 64 are stuck", by: "many-at-once",
      breaks: ["many-at-once"]),
    CatalogueRow(
      "BlocksForATask", "of 64 are stuck", by: "many-at-once",
      breaks: ["many-at-once"]),
    CatalogueRow(
      "LateBarrierOperation", "of 64 are stuck", by: "many-at-once",
      breaks: [], remarks: ["many-at-once"]),
  ]
}
