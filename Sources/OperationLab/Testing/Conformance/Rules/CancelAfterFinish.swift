extension Rule {
  static let cancelAfterFinish = Rule(
    "cancel-after-finish",
    "If it is cancelled after it has finished, it stays finished and nothing else happens.",
    cost: "A cancel() that comes too late, which happens in any app, makes it unfinished again.",
    cure: "In cancel(), ask under the lock whether it is finished, and change nothing if it is.",
    lesson: 2, ways: [happensAgain],
    trials: [
      Trial("queued", "It runs in a queue to its end, and is cancelled then.") { trial in
        let operation = trial.make()
        let log = trial.bench.log(TrialBench.subjectName)
        operation.completionBlock = { log(.completed) }
        trial.bench.queue("queue", width: 1).addOperation(operation)
        trial.settle()
        trial.observe(operation, .beforeCancel)
        trial.bench.elsewhere { trial.cancelAndReturn(operation) }
      }
    ]
  ) { runs in
    let run = try runs["queued"]
    let before = try run.look(.beforeCancel)
    guard before.isFinished else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: "queued")
    }
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let end = try run.end()
    let late = (run.work + run.all(.completed, of: TrialBench.subjectName))
      .filter { $0.seq > cancelled.seq }
    return .holds(
      "it stayed finished, and nothing else happened", [before, cancelled] + late + [end],
      unless: [
        .missing(!run.cancelReturned, .neverReturned(.cancel)),
        .seen(!end.isFinished, "cancel() took it back from finished: \(end.describedState)"),
        .seen(
          end.state.contains(.executing) && !before.state.contains(.executing),
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
