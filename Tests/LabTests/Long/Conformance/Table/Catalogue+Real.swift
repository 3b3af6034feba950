extension Catalogue {
  /// Subjects of `BrokenReal.swift`.
  static let real: [CatalogueRow] = [
    CatalogueRow(
      "SignalsWithoutTheLock", "never", by: "survives-races", breaks: ["survives-races"]),
    CatalogueRow(
      "EndsForTwo", "posted isFinished again", by: "survives-races", breaks: [],
      remarks: ["survives-races"]),
    CatalogueRow(
      "ReturnsEarlyWithTheLock", "holding the lock that its getters take",
      by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"]),
    CatalogueRow(
      "ExecutesALittleLonger", "isExecuting was still true", by: "ends-not-executing",
      breaks: ["ends-not-executing"]),
    // Its main() waits: what is said should be that, and the line.
    CatalogueRow(
      "WaitsForPartsInItsOwnQueue", "it holds the slot that they need", by: "completes-in-a-queue",
      breaks: ["completes-in-a-queue", "cancel-before-work", "many-at-once"],
      undecided: [
        "cancel-while-running", "cancel-after-finish", "cancel-returns",
        "finish-survives-repetition", "works-once", "does-not-spin", "executing-while-working",
        "completion-block-once", "asynchronous-start-returns", "frees-its-slot", "next-one-runs",
        "is-released",
      ]),
    // Its start() never returns: what is said should be that, not that the queue got no notification.
    CatalogueRow(
      "KeepsItsMutexOnOnePath", "start() left it unfinished", by: "cancel-before-start",
      breaks: [
        "completes-in-a-queue", "completes-by-hand", "cancel-before-start",
        "cancel-before-enqueue", "cancel-while-queued", "cancel-before-work",
        "cancel-ignores-dependencies",
      ],
      undecided: [
        "cancel-while-running", "cancel-after-finish", "cancel-returns",
        "no-finish-before-work-ends", "finish-is-announced", "finish-survives-repetition",
        "works-once", "does-not-spin", "executing-while-working", "ends-not-executing",
        "completion-block-once", "asynchronous-start-returns", "frees-its-slot", "next-one-runs",
        "is-released", "survives-races",
      ]),
    CatalogueRow(
      "IsUnownedByItsCompletion", "unowned reference", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "SetsExecutingTooLate", "executing and finished at once", by: "ends-not-executing",
      breaks: ["ends-not-executing"],
      undecided: ["survives-races"]),
    CatalogueRow(
      "LetsGoOfATakenSemaphore", "it ended the process", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "LetsGoOfASuspendedTimer", "it ended the process", by: "may-be-let-go",
      breaks: ["may-be-let-go", "next-one-runs"],
      undecided: ["is-released"]),
    CatalogueRow(
      "ReturnsFromMainAtOnce", "finished while its work went on", by: "no-finish-before-work-ends",
      breaks: ["no-finish-before-work-ends", "executing-while-working"]),
    CatalogueRow(
      "LeavesItsGroupTwice", "it ended the process", by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"]),
  ]
}
