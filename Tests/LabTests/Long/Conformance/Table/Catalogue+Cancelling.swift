extension Catalogue {
  /// Subjects of `BrokenCancelling.swift`.
  static let cancelling: [CatalogueRow] = [
    CatalogueRow(
      "FinishesWhileQueued", "finished when it was cancelled, and not yet started",
      by: "no-finish-before-start",
      breaks: [
        "cancel-before-enqueue", "cancel-while-queued", "no-finish-before-start", "next-one-runs",
      ],
      undecided: ["ends-not-executing", "completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "CancelsIntoTheLastState", "finished when it was cancelled, and not yet started",
      by: "no-finish-before-start",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "no-finish-before-start", "next-one-runs",
      ],
      undecided: ["ends-not-executing", "completion-block-once", "is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "CancelsWithoutSuper", "isCancelled is still false", by: "cancel-sets-cancelled",
      breaks: [
        "cancel-sets-cancelled", "cancel-before-start", "cancel-before-enqueue",
        "cancel-while-queued", "cancel-ignores-dependencies",
      ]),
    CatalogueRow(
      "CancelsOnlyWhatWaits", "isCancelled is still false", by: "cancel-sets-cancelled",
      breaks: ["cancel-sets-cancelled"]),
    CatalogueRow(
      "EndsBeforeItIsCancelled", "ended it, and isCancelled is still false",
      by: "cancel-sets-cancelled",
      breaks: ["cancel-sets-cancelled"], mayVary: ["survives-races"]),
    CatalogueRow(
      "CancelsBackFromFinished", "took it back from finished", by: "cancel-after-finish",
      breaks: ["cancel-after-finish"],
      undecided: ["survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "CompletesAgainWhenCancelled", "once more: completion block", by: "cancel-after-finish",
      breaks: ["cancel-after-finish"],
      undecided: ["survives-races"]),
    CatalogueRow(
      // super.cancel() starts it, and it may finish before any check.
      "CancelWaitsForItsWorker", "cancel() never came back", by: "cancel-after-finish",
      breaks: ["cancel-after-finish"],
      mayVary: ["cancel-ignores-dependencies"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "DropsTheEndWhenCancelled", "never finished after it was cancelled",
      by: "cancel-while-running",
      breaks: ["cancel-while-running"],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "CancelsBehindFoundationsBack", "went on waiting", by: "cancel-ignores-dependencies",
      breaks: ["cancel-ignores-dependencies"]),
  ]
}
