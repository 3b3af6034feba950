extension Catalogue {
  /// Subjects of `BrokenCauses.swift`.
  static let causes: [CatalogueRow] = [
    CatalogueRow(
      "WaitsForItsOwnQueue", "holds the slot that they need", by: "completes-in-a-queue",
      breaks: ["completes-in-a-queue", "cancel-before-work"],
      mayVary: ["many-at-once"],
      undecided: [
        "cancel-while-running", "cancel-after-finish", "cancel-returns",
        "finish-survives-repetition", "works-once", "does-not-spin", "executing-while-working",
        "completion-block-once", "frees-its-slot", "next-one-runs",
        "is-released",
      ]),
    CatalogueRow(
      "IsGoneWhenItsWorkEnds", "already destroyed", by: "is-released",
      breaks: ["is-released"],
      mayVary: ["survives-races"]),
  ]
}
