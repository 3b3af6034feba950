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
  ]
}
