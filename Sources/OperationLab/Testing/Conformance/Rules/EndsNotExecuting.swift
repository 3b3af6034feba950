extension Rule {
  static let endsNotExecuting = Rule(
    "ends-not-executing",
    "Once finished, it is no longer executing.",
    cost: "It is over and under way at once; whoever waits for isExecuting to end waits for ever.",
    cure: """
      Make one move from executing to finished, and set executing before the work can end: not \
      after detaching a thread.
      """,
    lesson: 10,
    trials: [
      Trial("work-ends-later", "It runs in a queue to its end.") { $0.endInQueue() },
      Trial("work-ends-at-once", "The same; its work ends before it returns.", completion: .atOnce)
      {
        $0.endInQueue()
      },
      Trial("cancelled", "It is cancelled, and then runs in a queue.", leavesEndings: true) {
        $0.endInQueue(cancels: true)
      },
      Trial(
        "cancelled-running", "It is cancelled while its work is held.", holdsWork: true,
        leavesEndings: true
      ) {
        trial in
        let operation = trial.make()
        trial.bench.queue("queue", width: 1).addOperation(operation)
        trial.settle()
        trial.bench.elsewhere { trial.cancel(operation) }
        trial.settle()
        trial.release.open()
      },
    ]
  ) { runs in
    let ends = try ["work-ends-later", "work-ends-at-once", "cancelled", "cancelled-running"].map {
      try runs[$0].end()
    }
    let both = ends.first { $0.isFinished && $0.state.contains(.executing) }
    guard both != nil || ends.contains(where: \.isFinished) else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: "any trial")
    }
    return .holds(
      "once finished, it was not executing", both.map { [$0] } ?? ends,
      unless: [.missing(both != nil, "at the end it was executing and finished at once")])
  }
}

extension TrialBench {
  fileprivate func endInQueue(cancels: Bool = false) {
    let operation = make()
    if cancels { cancel(operation) }
    bench.queue("queue", width: 1).addOperation(operation)
  }
}
