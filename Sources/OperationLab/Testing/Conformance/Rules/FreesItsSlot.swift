extension Rule {
  package static let freesItsSlot = Rule(
    "frees-its-slot",
    "When it is over, the next operation of a queue of width 1 runs by itself.",
    cost: "The queue is stuck behind it, though it may look idle.",
    cure: "Set the flag first, and post isFinished after that, with no lock held.",
    lesson: 3,
    trials: [
      Trial("later", "Two others wait behind it in a queue of width 1.", holdsWork: true) { trial in
        trial.fillQueue()
        trial.settle()
        trial.release.open()
      },
      Trial("at-once", "As before, but its work ends before it returns.", completion: .atOnce) {
        $0.fillQueue()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["later", "at-once"] {
      let run = try runs[trial]
      let end = try run.end()
      guard end.isFinished else {
        throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: trial)
      }
      let others = try ["second", "third"].map { try run.ran($0) }
      evidence += [end] + others.map(\.evidence)
      if others.contains(where: \.isNever) {
        return .missing("it was finished, and an operation behind it never ran", evidence)
      }
    }
    return .holds("the operations behind it ran", evidence)
  }
}

extension TrialBench {
  fileprivate func fillQueue() {
    let queue = bench.queue("queue", width: 1)
    queue.addOperation(make())
    queue.addOperation(bench.block("second"))
    queue.addOperation(bench.block("third"))
  }
}
