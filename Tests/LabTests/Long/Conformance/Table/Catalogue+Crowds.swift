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
      "SkipsWhenOneIsUnderWay", "start() has returned, and they are neither", by: "many-at-once",
      breaks: ["many-at-once"], mayVary: ["next-one-runs", "survives-races"]),
    CatalogueRow(
      "RemembersOnlyTheLast", "their end is never reported", by: "many-at-once",
      breaks: ["many-at-once"], mayVary: ["survives-races"]),
    CatalogueRow(
      "LateBarrierOperation", "of 64 are stuck", by: "many-at-once",
      breaks: [], remarks: ["many-at-once"]),
  ]
}
