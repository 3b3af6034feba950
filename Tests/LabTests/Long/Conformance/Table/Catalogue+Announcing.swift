extension Catalogue {
  /// Subjects of `BrokenAnnouncing.swift`.
  static let announcing: [CatalogueRow] = [
    CatalogueRow(
      "NeverPostsItsEnd", "the queue got no notification", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "PostsBeforeItsEnd", "the queue got no notification", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "PostsUnderItsLock", "holding the lock that its getters take", by: "finish-is-announced",
      breaks: ["completes-in-a-queue", "finish-is-announced"],
      undecided: [
        "asking-changes-nothing", "completes-by-hand", "cancel-before-start",
        "cancel-before-enqueue", "cancel-while-queued", "cancel-while-running",
        "cancel-after-finish", "stays-cancelled", "ends-not-executing", "waits-for-dependencies",
        "cancel-ignores-dependencies", "completion-block-once", "main-thread-may-wait",
        "frees-its-slot", "next-one-runs", "is-released", "survives-races",
      ],
      remarks: ["works-once"]),
  ]
}
