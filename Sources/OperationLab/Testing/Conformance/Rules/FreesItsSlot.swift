import OperationLab

extension Rule {
  package static let freesItsSlot = Rule(
    "frees-its-slot",
    "When it is over, the next operation of a queue of width 1 runs by itself.",
    cost: "The queue is stuck behind it, though it may look idle.",
    cure: "Set the flag first, and post isFinished after that, with no lock held.",
    lesson: 3,
    in: { $0.start == .queued && $0.isPlain }
  ) { _, run in
    let end = try run.end()
    guard end.isFinished else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: run.program)
    }
    let next = try run.ran("next")
    return .holds(
      "the operation behind it ran", [end, next.evidence],
      unless: [.missing(next.isNever, "it was finished, and an operation behind it never ran")])
  }
}
