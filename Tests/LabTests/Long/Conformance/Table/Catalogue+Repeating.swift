extension Catalogue {
  /// Subjects of `BrokenRepeating.swift`.
  static let repeating: [CatalogueRow] = [
    CatalogueRow(
      "WorksAtEachStart", "start() was called again", by: "works-once",
      breaks: [],
      remarks: ["works-once"]),
    CatalogueRow(
      "RetriesWhenCancelled", "it was cancelled while its work went on", by: "works-once",
      breaks: ["works-once"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "WorksAfterItsEnd", "after its end", by: "works-once",
      breaks: [],
      remarks: ["works-once"]),
  ]
}
