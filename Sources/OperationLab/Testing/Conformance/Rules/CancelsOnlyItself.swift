import Foundation
import OperationLab

extension Rule {
  static let cancelsOnlyItself: Rule = .init(
    "cancels-only-itself",
    "If it is cancelled, it cancels no operation that others have made.",
    cost: """
      A dependency that somebody else needs, too, or a stranger in the same queue, ends without its \
      work, and nobody has asked for that.
      """,
    cure: "In cancel(), call super and stop your own work. Do not touch dependencies and queues.",
    lesson: 2, ways: [cancelsTwin],
    explains: { [Explanation(rank: 12, [.cancelWhileRunning, .cancelWhileQueued])] },
    trials: [
      Trial(
        "waiting", "It is cancelled while it waits for a dependency, in a queue with others."
      ) { trial in
        let queue = trial.bench.queue("queue")
        let mayEnd = trial.bench.gate("the others may end", isTraced: false)
        let dependency = HeldOperation("dependency", on: trial.bench, until: mayEnd)
        let stranger = HeldOperation("stranger", on: trial.bench, until: mayEnd)
        let operation = trial.make()
        let dependent = trial.bench.block("dependent")
        operation.addDependency(dependency)
        dependent.addDependency(operation)
        dependent.addDependency(stranger)
        [dependency, stranger, operation, dependent].forEach(queue.addOperation)
        trial.cancel(operation, beside: [dependency, stranger, dependent])
        mayEnd.open()
      },
      Trial(
        "running", "It is cancelled while its work is held, in a queue with others.",
        holdsWork: true
      ) { trial in
        let queue = trial.bench.queue("queue")
        let mayEnd = trial.bench.gate("the others may end", isTraced: false)
        let stranger = HeldOperation("stranger", on: trial.bench, until: mayEnd)
        let operation = trial.make()
        let twin = trial.make("twin")
        [stranger, operation].forEach(queue.addOperation)
        trial.bench.queue("another queue").addOperation(twin)
        trial.cancel(operation, beside: [stranger, twin])
        mayEnd.open()
        trial.release.open()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["waiting", "running"] {
      let run = try runs[trial]
      let call = try run.first(.cancelled, of: TrialBench.subjectName)
      let looks = run.all(.observed).filter { $0.mark == afterOthersCancel }
      guard let first = looks.first else {
        throw MissingEvidence.event(.observed, subject: "the others", program: trial)
      }
      let victim = looks.first { $0.state.contains(.cancelled) }
      evidence += [call, victim ?? first]
      if let victim {
        let who = names[victim.event.subject] ?? victim.event.subject
        return .holds(
          "", [call, victim],
          unless: [
            .seen(
              true, "cancelled, it cancelled \(who), too",
              way: victim.event.subject == "twin" ? cancelsTwin : nil)
          ])
      }
    }
    return .holds("nobody else was cancelled", evidence)
  }

  private static let cancelsTwin = Way(
    cost: "Cancelling one ends all others of its class, whatever they were doing.",
    cure: "Keep what cancel() stops in the operation itself, not in what all of its class share.")

  fileprivate static let afterOthersCancel: Event.Mark = "after the other's cancel()"

  private static let names = [
    "dependency": "the operation it depends on", "dependent": "the operation that depends on it",
    "stranger": "a stranger in its queue", "twin": "another operation of its class",
  ]
}

extension TrialBench {
  fileprivate func cancel(_ operation: Operation, beside others: [Operation]) {
    settle()
    // A broken operation may be cancelled from `init` on.
    let fresh = others.filter { !$0.isCancelled }
    bench.elsewhere { cancel(operation) }
    settle()
    for other in fresh { observe(other, Rule.afterOthersCancel) }
  }
}
