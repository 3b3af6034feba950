extension Catalogue {
  /// Subjects of `BrokenRaces.swift`.
  static let races: [CatalogueRow] = [
    CatalogueRow(explored: "AsksAndThenSets", mayVary: ["works-once", "survives-races"]),
    CatalogueRow(explored: "ForgetsACancelDuringItsStart", mayVary: ["survives-races"]),
    CatalogueRow(explored: "StartsWhatHasJustEnded", mayVary: ["works-once", "survives-races"]),
  ]
}
