extension Catalogue {
  /// Subjects of `BrokenSpinning.swift`: both never come to rest, which leaves the same undecided.
  static let spinning = ["AsksInALoop", "TurnsItsRunLoop"].map { subject in
    CatalogueRow(
      subject, "never slept", by: "does-not-spin",
      breaks: ["does-not-spin"],
      // Which trials come to rest in their short time depends on the machine.
      mayVary: [
        "works-once", "survives-races", "cancel-before-work", "next-one-runs",
        "cancel-while-queued", "cancel-after-finish",
        "finish-survives-repetition", "waits-for-dependencies", "cancel-ignores-dependencies",
      ],
      undecided: [
        "asking-changes-nothing", "completes-in-a-queue", "cancel-sets-cancelled",
        "cancel-while-running", "cancel-returns", "cancels-only-itself", "stays-cancelled",
        "no-finish-before-work-ends", "finish-is-announced", "executing-while-working",
        "ends-not-executing", "completion-block-once", "asynchronous-start-returns",
        "frees-its-slot", "is-released",
      ])
  }
}
