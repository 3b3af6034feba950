extension Catalogue {
  /// Subjects of `BrokenStarting.swift`.
  static let starting: [CatalogueRow] = [
    CatalogueRow(
      "ReturnsWhenCancelled", "start() left it unfinished", by: "cancel-before-start",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "cancel-ignores-dependencies",
      ],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "WorksThoughCancelled", "did its work although it was cancelled", by: "cancel-before-start",
      breaks: ["cancel-before-start", "cancel-before-enqueue", "cancel-while-queued"]),
    CatalogueRow(
      "FinishesWithItsQueue", "started by hand, it never finished", by: "completes-by-hand",
      breaks: ["completes-by-hand"],
      undecided: ["finish-is-announced", "survives-races"]),
    CatalogueRow(
      "AsksOnlyInAQueue", "did its work although it was cancelled", by: "cancel-before-start",
      breaks: ["cancel-before-start"]),
    CatalogueRow(
      "BlocksItsStarter", "only when the work was over", by: "asynchronous-start-returns",
      breaks: ["asynchronous-start-returns"]),
    CatalogueRow(
      "OnlySaysAsynchronous", "only when the work was over", by: "asynchronous-start-returns",
      breaks: ["asynchronous-start-returns"]),
  ]
}
