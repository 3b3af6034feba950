extension Catalogue {
  /// Subjects of `BrokenFinishing.swift`.
  static let finishing: [CatalogueRow] = [
    CatalogueRow(
      "FinishesOnlyWhatRuns", "the queue never gets past it", by: "cancel-before-enqueue",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "cancel-ignores-dependencies",
      ],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "FinishesTooEarly", "finished while its work went on", by: "no-finish-before-work-ends",
      breaks: ["no-finish-before-work-ends", "executing-while-working"]),
    CatalogueRow(
      "ReturnsFromMainTooEarly", "finished while its work went on",
      by: "no-finish-before-work-ends",
      breaks: ["no-finish-before-work-ends", "executing-while-working"]),
    CatalogueRow(
      "LooksFiftyTimes", "finished while its work went on", by: "no-finish-before-work-ends",
      breaks: ["no-finish-before-work-ends"], mayVary: ["executing-while-working"]),
    CatalogueRow(
      "FinishesInMain", "ran 2 times", by: "completion-block-once",
      breaks: ["completion-block-once"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "TogglesItsEnd", "ready executing", by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"],
      remarks: ["works-once"]),
    CatalogueRow(
      "TrapsOnASecondEnd", "finished twice", by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"]),
    CatalogueRow(
      "CountsEndsInAGroup", "it ended the process", by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"]),
    CatalogueRow(
      "CallsItsCompletionBlock", "ran 2 times", by: "completion-block-once",
      breaks: ["completion-block-once"],
      undecided: ["finish-survives-repetition", "survives-races"]),
    CatalogueRow(
      "TakesTheCompletionBlock", "never ran", by: "completion-block-once",
      breaks: ["completion-block-once"],
      undecided: ["survives-races"]),
  ]
}
