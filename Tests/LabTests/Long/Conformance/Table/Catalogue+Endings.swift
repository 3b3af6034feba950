extension Catalogue {
  /// Subjects of `BrokenEndings.swift`.
  static let endings: [CatalogueRow] = [
    CatalogueRow(
      "DropsItsBlockWhenCancelled", "never ran when it was cancelled while",
      by: "completion-block-once",
      breaks: ["completion-block-once"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "DropsItsBlockWhenItFails", "never ran when its work failed", by: "completion-block-once",
      breaks: ["completion-block-once"]),
    CatalogueRow(
      "KeepsQuietWhenCancelled", "cancelled and its work had failed", by: "cancel-while-running",
      breaks: ["cancel-while-running"]),
    CatalogueRow(
      "GivesUpInThePause", "nor when it was cancelled then", by: "cancel-while-running",
      breaks: ["cancel-while-running"]),
    CatalogueRow(
      "IsKeptWhenItFails", "when its work had failed", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "IsKeptWhenStopped", "when it was cancelled while", by: "is-released",
      breaks: ["is-released"]),
  ]
}
