import OperationBench

extension Rule {
  static let cancelAfterFinish = Rule(
    "cancel-after-finish", ways: [happensAgain], endings: .breaksRule,
    in: { $0.happenings.last == .cancel(.finished) && !$0.has(.start, at: .finished) }
  ) { _, run in
    let cancelled = try run.last(.cancelled, of: Life.subject)
    guard cancelled.isFinished else {
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let end = try run.end()
    let late = (run.work + run.all(.completed, of: Life.subject))
      .filter { $0.seq > cancelled.seq }
    return .holds(
      "it stayed finished, and nothing else happened", [cancelled] + late + [end],
      unless: [
        .missing(!run.cancelReturned, .neverReturned(.cancel)),
        .seen(!end.isFinished, "cancel() took it back from finished: \(end.describedState)"),
        .seen(
          end.state.contains(.executing) && !cancelled.state.contains(.executing),
          "cancel() made it executing again"),
        // A timer of the operation may delay its completion block.
        .missing(
          !late.isEmpty,
          "after cancel() something happened once more: \(late.first?.phrase.english ?? "")",
          way: happensAgain),
      ])
  }

  private static let happensAgain = Way("happens-again")
}
