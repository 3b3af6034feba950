extension Catalogue {
  /// Subjects of `BrokenStates.swift`.
  static let states: [CatalogueRow] = [
    CatalogueRow(
      "ExecutingFromBirth", "already executing", by: "starts-fresh",
      breaks: [
        "starts-fresh", "completes-in-a-queue", "completes-by-hand", "cancel-before-work",
      ],
      undecided: [
        "cancel-while-running", "cancel-after-finish", "cancel-returns",
        "no-finish-before-work-ends", "finish-is-announced", "finish-survives-repetition",
        "works-once", "does-not-spin", "executing-while-working", "completion-block-once",
        "asynchronous-start-returns", "frees-its-slot", "next-one-runs", "is-released",
        "survives-races",
      ]),
    CatalogueRow(
      "FinishedFromBirth", "already finished", by: "starts-fresh",
      breaks: [
        "starts-fresh", "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "no-finish-before-start",
      ]),
    CatalogueRow(
      "NeverExecuting", "it was not executing", by: "executing-while-working",
      breaks: ["executing-while-working"]),
    CatalogueRow(
      "ExecutingTooLate", "it was not executing", by: "executing-while-working",
      breaks: ["executing-while-working"],
      remarks: ["works-once"]),
    CatalogueRow(
      "DetachesBeforeExecuting", "executing and finished at once", by: "survives-races",
      breaks: ["survives-races"],
      mayVary: ["cancel-after-finish", "ends-not-executing"],
      remarks: ["works-once"]),
    CatalogueRow(
      "OverwritesItsEnd", "never finished: ready executing", by: "completes-by-hand",
      breaks: ["completes-in-a-queue", "completes-by-hand"],
      mayVary: [
        "cancel-after-finish", "finish-is-announced", "finish-survives-repetition",
        "next-one-runs", "waits-for-dependencies",
      ],
      undecided: ["completion-block-once", "frees-its-slot", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "NeverStopsExecuting", "executing and finished at once", by: "ends-not-executing",
      breaks: ["ends-not-executing"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "ExecutingOnceStarted", "executing and finished at once", by: "ends-not-executing",
      breaks: ["ends-not-executing"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "StopsExecutingLater", "isExecuting was still true", by: "ends-not-executing",
      breaks: ["ends-not-executing"],
      mayVary: ["survives-races"]),
    CatalogueRow(
      "AnnouncesBothAtTheEnd", "isExecuting was still true", by: "ends-not-executing",
      breaks: ["ends-not-executing"],
      mayVary: ["survives-races"]),
    CatalogueRow(
      "CancelledFromBirth", "already cancelled", by: "starts-fresh",
      breaks: ["starts-fresh"]),
  ]
}
