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
      breaks: [
        "completes-in-a-queue", "cancel-before-enqueue", "cancel-while-queued",
        "waits-for-dependencies", "cancel-ignores-dependencies",
      ],
      undecided: allBut([
        "starts-fresh", "completes-in-a-queue", "completes-by-hand", "cancel-sets-cancelled",
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "no-finish-before-start", "ends-not-executing", "waits-for-dependencies",
        "cancel-ignores-dependencies", "asynchronous-start-returns",
      ])),
    CatalogueRow(
      "RemembersNotReady", "its dependency finished, and it never did",
      by: "waits-for-dependencies",
      breaks: ["waits-for-dependencies", "cancel-ignores-dependencies"]),
    CatalogueRow(
      "WaitsThoughCancelled", "went on waiting", by: "cancel-ignores-dependencies",
      breaks: ["cancel-ignores-dependencies"]),
    CatalogueRow(
      "NeverReadyOnceCancelled", "the queue never gets past it: cancelled",
      by: "cancel-while-queued",
      breaks: ["cancel-before-enqueue", "cancel-while-queued", "cancel-ignores-dependencies"],
      undecided: ["completion-block-once", "is-released", "survives-races"]),
  ]
}
