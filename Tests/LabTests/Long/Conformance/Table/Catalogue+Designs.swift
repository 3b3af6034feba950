extension Catalogue {
  /// Subjects of `BrokenDesigns.swift`.
  static let designs: [CatalogueRow] = [
    CatalogueRow(
      "IsFinishedWithAResult", "start() left it unfinished", by: "cancel-before-start",
      breaks: [
        "cancel-before-start", "cancel-before-enqueue", "cancel-while-queued",
        "cancel-ignores-dependencies",
      ],
      undecided: ["completion-block-once", "is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "AsksItsThread", "the queue got no notification", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "WrapsItsFlags", "the queue got no notification", by: "finish-is-announced",
      breaks: [
        "completes-in-a-queue", "cancel-while-running", "finish-is-announced",
        "completion-block-once", "frees-its-slot",
      ],
      undecided: ["is-released", "survives-races"],
      remarks: ["works-once"]),
    CatalogueRow(
      "HoldsAClientThatHoldsIt", "something still kept it alive", by: "is-released",
      breaks: ["is-released"]),
    CatalogueRow(
      "CallsMainOnceMore", "began again, and meanwhile it was finished",
      by: "no-finish-before-work-ends",
      breaks: ["no-finish-before-work-ends"],
      remarks: ["works-once"]),
    CatalogueRow(
      "PreparesInItsInit", "never began its work", by: "completes-in-a-queue",
      breaks: ["completes-in-a-queue"],
      undecided: [
        "completes-by-hand", "cancel-before-work", "cancel-while-running", "cancel-after-finish",
        "cancel-returns", "no-finish-before-work-ends", "finish-is-announced",
        "finish-survives-repetition", "works-once", "does-not-spin", "executing-while-working",
        "completion-block-once", "asynchronous-start-returns", "many-at-once", "frees-its-slot",
        "next-one-runs", "is-released",
      ]),
  ]
}
