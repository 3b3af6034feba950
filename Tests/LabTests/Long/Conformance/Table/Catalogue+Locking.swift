extension Catalogue {
  /// Subjects of `BrokenLocking.swift`.
  static let locking: [CatalogueRow] = [
    CatalogueRow(
      "CancelKeepsTheLock", "holding the lock that its getters take", by: "cancel-sets-cancelled",
      breaks: [
        "cancel-sets-cancelled", "cancel-before-start", "cancel-before-enqueue",
        "cancel-while-queued", "cancel-after-finish", "stays-cancelled", "no-finish-before-start",
        "cancel-ignores-dependencies", "next-one-runs",
      ],
      undecided: [
        "asking-changes-nothing", "ends-not-executing", "completion-block-once", "is-released",
        "survives-races",
      ]),
    CatalogueRow(
      "StartKeepsTheLock", "holding the lock that its getters take", by: "cancel-before-start",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued", "stays-cancelled",
        "cancel-ignores-dependencies", "next-one-runs",
      ],
      undecided: ["ends-not-executing", "completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "WorksUnderItsLock", "never finished: ready executing", by: "completes-by-hand",
      breaks: ["completes-in-a-queue", "completes-by-hand"],
      undecided: ["completion-block-once", "frees-its-slot"]),
    CatalogueRow(
      "EndKeepsTheLock", "holding the lock that its getters take", by: "cancel-while-running",
      breaks: ["cancel-while-running", "stays-cancelled", "next-one-runs"],
      undecided: ["ends-not-executing", "completion-block-once", "is-released", "survives-races"]),
    CatalogueRow(
      "FinishKeepsTheLock", "holding the lock that its getters take",
      by: "finish-survives-repetition",
      breaks: ["finish-survives-repetition"]),
  ]
}
