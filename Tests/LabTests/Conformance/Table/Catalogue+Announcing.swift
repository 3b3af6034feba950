extension Catalogue {
  /// Subjects of `BrokenAnnouncing.swift`.
  static let announcing: [CatalogueRow] = [
    CatalogueRow(
      "NeverPostsItsEnd", "nobody told the queue", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"]),
    CatalogueRow(
      "PostsBeforeItsEnd", "nobody told the queue", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"]),
    CatalogueRow(
      "PostsUnderItsLock", "holding the lock that its getters take", by: "finish-is-announced",
      breaks: ["completes-in-a-queue", "finish-is-announced"],
      undecided: allBut([
        "starts-fresh", "completes-in-a-queue", "cancel-sets-cancelled", "no-finish-before-start",
        "no-finish-before-work-ends", "finish-is-announced", "executing-while-working",
        "asynchronous-start-returns",
      ])),
  ]
}
