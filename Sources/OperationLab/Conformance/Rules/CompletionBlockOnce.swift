extension Rule {
  static let completionBlockOnce = Rule(
    "completion-block-once",
    "Its completion block runs exactly once.",
    cost: "What the block does, a payment for example, is done twice or not at all.",
    cure: """
      Report the end once. An operation that overrides only main() must not finish itself: the \
      default start() does that. And leave completionBlock to the operation's user.
      """,
    lesson: 16,
    trials: [
      Trial("work-ends-later", "It runs in a queue with a completion block.", holdsWork: true) {
        trial in
        trial.complete()
        trial.bench.settle()
        trial.release.open()
      },
      Trial("work-ends-at-once", "The same; its work ends before it returns.", completion: .atOnce)
      {
        $0.complete()
      },
      Trial("cancelled", "The same, cancelled before.", leavesEndings: true) {
        $0.complete(cancels: true)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var unfinished: MissingEvidence?
    for trial in ["work-ends-later", "work-ends-at-once", "cancelled"] {
      let run = try runs[trial]
      let end = try run.end()
      guard end.isFinished else {
        // That it does not finish is another rule's affair.
        unfinished = .event(.finished, subject: TrialBench.subjectName, program: trial)
        continue
      }
      let completions = run.all(.completed, of: TrialBench.subjectName)
      if completions.count != 1 {
        let times = completions.isEmpty ? "never ran" : "ran \(completions.count) times"
        return Ruling(.broken, "its completion block \(times)", completions + [end])
      }
      evidence += completions
    }
    if let unfinished { throw unfinished }
    return Ruling(.holds, "its completion block ran once in each trial", evidence)
  }
}

extension TrialBench {
  fileprivate func complete(cancels: Bool = false) {
    let operation = make()
    let log = bench.log(Self.subjectName)
    operation.completionBlock = { log(.completed) }
    if cancels { cancel(operation) }
    bench.queue("queue", width: 1).addOperation(operation)
  }
}
