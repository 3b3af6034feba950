import Foundation
import OperationLab

extension Rule {
  static let askingChangesNothing: Rule = .init(
    "asking-changes-nothing",
    "If its state is read twice while nothing happens, the answer is the same.",
    cost: """
      The queue asks whenever it likes, and so do debuggers and logs. What an answer changes goes \
      wrong in ways that nobody can explain.
      """,
    cure: """
      Let isReady, isExecuting, isFinished and isCancelled only read the state under the lock; \
      change it, and announce that, elsewhere.
      """,
    lesson: 15, endings: .ignore,
    explains: { [Explanation(rank: 1)] },
    trials: [
      Trial("new", "A new operation is asked for its state three times.") { trial in
        let operation = trial.make()
        // What it starts by itself, such as a dependency, may still change its state.
        trial.settle(allowingForTimers: true)
        trial.askAgain(operation)
      },
      Trial("waiting", "It is asked three times while it waits in a suspended queue.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        queue.isSuspended = true
        let operation = trial.make()
        queue.addOperation(operation)
        trial.settle()
        trial.askAgain(operation)
        queue.isSuspended = false
      },
      Trial("working", "It is asked three times while its work is held.", holdsWork: true) {
        trial in
        trial.askAgain(trial.beginHeld())
        trial.release.open()
      },
      Trial("cancelled", "It is cancelled in a suspended queue, and asked three times.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        queue.isSuspended = true
        let operation = trial.make()
        queue.addOperation(operation)
        // Reading the state for rest must not use up the first answer after cancel().
        trial.settle()
        operation.cancel()
        trial.askAgain(operation)
        queue.isSuspended = false
      },
      Trial("over", "It is asked three times after its end.") { trial in
        trial.askAgain(trial.beginHeld())
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var missing: MissingEvidence?
    for trial in ["new", "waiting", "working", "cancelled", "over"] {
      let run = try runs[trial]
      var looks = run.all(.observed, of: TrialBench.subjectName)
      guard var first = looks.first else {
        missing = .event(.observed, subject: TrialBench.subjectName, program: trial)
        continue
      }
      // At rest it was asked already, which may have changed the answer.
      if trial != "cancelled",
        let rest = run.all(.settled, of: TrialBench.subjectName).last(where: { $0.seq < first.seq })
      {
        first = rest
        looks.insert(rest, at: 0)
      }
      evidence.append(first)
      // cancel() may begin what changes the other flags later.
      let flags: OperationState =
        trial == "cancelled" ? [.cancelled] : [.ready, .executing, .finished, .cancelled]
      if let other = looks.first(where: {
        $0.state.intersection(flags) != first.state.intersection(flags)
      }) {
        let why: Ruling.Reason = .seen(
          "asked again, it answered otherwise: first \(first.describedState), then "
            + other.describedState)
        // A change by a timer between two reads stays.
        let isBack = looks.last?.state == first.state
        return .holds("", looks, unless: [.seen(isBack, why), .missing(true, why)])
      }
    }
    if let missing { throw missing }
    return .holds("it gave the same answer each time", evidence)
  }
}

extension TrialBench {
  fileprivate func askAgain(_ operation: Operation) {
    for answer in ["first", "second", "third"] {
      observe(operation, Event.Mark("{} answer", .text(answer)))
    }
  }
}
