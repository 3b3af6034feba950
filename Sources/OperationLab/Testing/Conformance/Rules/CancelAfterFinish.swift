extension Rule {
  static let cancelAfterFinish = Rule(
    "cancel-after-finish",
    "If it is cancelled after it has finished, it stays finished and nothing else happens.",
    cost: "A cancel() that comes too late, which happens in any app, makes it unfinished again.",
    cure: "In cancel(), ask under the lock whether it is finished, and change nothing if it is.",
    lesson: 2, ways: [happensAgain],
    in: { $0.has(.cancel, at: .finished) }
  ) { _, run in
    let cancelled = try run.last(.cancelled, of: TrialBench.subjectName)
    guard cancelled.isFinished else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: run.program)
    }
    let end = try run.end()
    let late = (run.work + run.all(.completed, of: TrialBench.subjectName))
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
          !late.isEmpty, "after cancel() something happened once more: \(late.first?.phrase ?? "")",
          way: happensAgain),
      ])
  }

  private static let happensAgain = Way(
    cost: "What the work or the completion block does, a payment for example, is done twice.",
    cure: "In cancel(), ask under the lock whether it is finished, and then call nothing.")
}
