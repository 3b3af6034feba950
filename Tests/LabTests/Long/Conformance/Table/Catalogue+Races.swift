extension Catalogue {
  /// Subjects of `BrokenRaces.swift`: exploring finds them each time.
  static let races: [CatalogueRow] = [
    CatalogueRow(alone: "AsksAndThenSets", mayVary: ["survives-races", "works-once"]),
    CatalogueRow(
      "ForgetsACancelDuringItsStart", "never finished", by: "survives-races",
      breaks: ["survives-races"]),
    CatalogueRow(
      "StartsWhatHasJustEnded", "never finished", by: "survives-races",
      breaks: ["survives-races"], mayVary: ["works-once"]),
    CatalogueRow(
      "AsksTwiceAndEndsTwice", "posted isFinished again", by: "survives-races",
      breaks: [], remarks: ["survives-races"]),
  ]
}
