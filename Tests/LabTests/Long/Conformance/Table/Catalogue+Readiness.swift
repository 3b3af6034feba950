extension Catalogue {
  /// Subjects of `BrokenReadiness.swift`.
  static let readiness: [CatalogueRow] = [
    CatalogueRow(
      "ReadyWithoutSuper", "while its dependency was running", by: "waits-for-dependencies",
      breaks: ["waits-for-dependencies"]),
    CatalogueRow(
      "ReadyWhenDependenciesRun", "while its dependency was running", by: "waits-for-dependencies",
      breaks: ["waits-for-dependencies"]),
    CatalogueRow(
      "NeverPostsReadiness", "it says that it is ready, and it was never started",
      by: "completes-in-a-queue",
      breaks: ["completes-in-a-queue"],
      mayVary: [
        "does-not-spin",
        "cancel-before-enqueue", "cancel-while-queued", "cancel-ignores-dependencies",
        "waits-for-dependencies",
      ],
      undecided: [
        "cancel-while-running", "cancel-after-finish", "cancel-returns",
        "no-finish-before-work-ends", "finish-is-announced", "finish-survives-repetition",
        "works-once", "executing-while-working", "completion-block-once", "frees-its-slot",
        "next-one-runs", "is-released", "survives-races",
      ]),
    CatalogueRow(
      "RemembersNotReady", "its dependency finished, and it was never started",
      by: "waits-for-dependencies",
      breaks: ["waits-for-dependencies", "cancel-ignores-dependencies"]),
    CatalogueRow(
      "WaitsThoughCancelled", "went on waiting", by: "cancel-ignores-dependencies",
      breaks: ["cancel-ignores-dependencies"]),
    CatalogueRow(
      "ReliesOnItsDependencies", "start() was called, and it did not finish",
      by: "cancel-ignores-dependencies",
      breaks: ["cancel-ignores-dependencies"]),
    CatalogueRow(
      "NeverReadyOnceCancelled", "the queue never starts it, for its isReady is false: cancelled",
      by: "cancel-while-queued",
      breaks: ["cancel-before-enqueue", "cancel-while-queued", "cancel-ignores-dependencies"],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
  ]
}
