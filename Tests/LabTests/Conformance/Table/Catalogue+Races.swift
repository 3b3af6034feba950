extension Catalogue {
  /// Subjects of `BrokenRaces.swift`.
  static let races: [CatalogueRow] = [
    CatalogueRow(
      "AsksAndThenSets", "executing and finished at once", by: "survives-races",
      breaks: ["works-once", "survives-races"]),
    CatalogueRow(
      "ForgetsACancelDuringItsStart", "never finished", by: "survives-races",
      breaks: ["survives-races"]),
    CatalogueRow(
      "StartsWhatHasJustEnded", "with seed", by: "survives-races",
      breaks: ["works-once", "survives-races"]),
  ]
}
