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
      undecided: ["completion-block-once", "frees-its-slot", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "PostsInsideItsMutex", "Recursive call to lock Mutex", by: "finish-is-announced",
      breaks: ["completes-in-a-queue", "finish-is-announced"],
      undecided: [
        "asking-changes-nothing", "completes-by-hand", "cancel-before-start",
        "cancel-before-enqueue", "cancel-while-queued", "cancel-while-running",
        "cancel-after-finish", "cancels-only-itself", "stays-cancelled",
        "finish-survives-repetition", "ends-not-executing", "waits-for-dependencies",
        "cancel-ignores-dependencies", "completion-block-once", "main-thread-may-wait",
        "many-at-once", "frees-its-slot", "next-one-runs", "is-released", "survives-races",
        "works-once",
      ]),
    CatalogueRow(
      "LosesItsEndInACatch", "never finished after it was cancelled", by: "cancel-while-running",
      breaks: ["cancel-before-work", "cancel-while-running"],
      mayVary: ["survives-races"],
      undecided: ["completion-block-once", "is-released"]),
  ]
}
