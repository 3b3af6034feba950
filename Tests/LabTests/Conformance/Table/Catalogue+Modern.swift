extension Catalogue {
  /// Subjects of `BrokenModern.swift`.
  static let modern: [CatalogueRow] = [
    CatalogueRow(
      "SetsExecutingAfterMain", "never finished: executing", by: "completes-by-hand",
      breaks: ["completes-in-a-queue", "completes-by-hand"],
      mayVary: [
        "cancel-after-finish", "finish-is-announced", "finish-survives-repetition",
        "waits-for-dependencies",
      ],
      undecided: ["completion-block-once", "frees-its-slot", "survives-races"]),
    CatalogueRow(
      "PostsInsideItsMutex", "Recursive call to lock Mutex", by: "finish-is-announced",
      breaks: ["completes-in-a-queue", "finish-is-announced"],
      undecided: allBut([
        "starts-fresh", "completes-in-a-queue", "cancel-sets-cancelled", "no-finish-before-start",
        "no-finish-before-work-ends", "finish-is-announced", "executing-while-working",
        "asynchronous-start-returns",
      ])),
    CatalogueRow(
      "LosesItsEndInACatch", "never finished after it was cancelled", by: "cancel-while-running",
      breaks: ["cancel-while-running"],
      mayVary: ["survives-races"]),
    CatalogueRow(
      "IsFinishedWithAResult", "start() left it unfinished", by: "cancel-before-start",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "cancel-ignores-dependencies",
      ],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "AsksItsThread", "nobody told the queue", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "finish-survives-repetition", "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"]),
    CatalogueRow(
      "WrapsItsFlags", "nobody told the queue", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"]),
    CatalogueRow(
      "HoldsAClientThatHoldsIt", "somebody still kept it alive", by: "is-released",
      breaks: ["is-released"]),
  ]
}
