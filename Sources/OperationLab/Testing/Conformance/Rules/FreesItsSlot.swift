import OperationBench

extension Rule {
  package static let freesItsSlot = Rule(
    "frees-its-slot",
    in: { $0.start == .queued && $0.isPlain }
  ) { _, run in
    let end = try run.end()
    guard end.isFinished else {
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let next = try run.ran("next")
    return .holds(
      "the operation behind it ran", [end, next.evidence],
      unless: [.missing(next.isNever, "it was finished, and an operation behind it never ran")])
  }
}
