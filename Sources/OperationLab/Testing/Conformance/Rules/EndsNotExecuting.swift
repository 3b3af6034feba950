import OperationLab
import Foundation

extension Rule {
  package static let endsNotExecuting = Rule(
    "ends-not-executing",
    "Once finished, it is no longer executing.",
    cost:
      "isFinished and isExecuting are both true. Code that waits for isExecuting to become false hangs.",
    cure: """
      Make one move from executing to finished, and set executing before the work can end: not \
      after detaching a thread.
      """,
    lesson: 10, ways: [forAMoment],
    trials: [
      Trial("work-ends-later", "It runs in a queue to its end.") { $0.endInQueue() },
      Trial("work-ends-at-once", "As before, but its work ends at once.", completion: .atOnce) {
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
        let operation = trial.beginHeld()
        trial.bench.elsewhere { trial.cancel(operation) }
        trial.settle()
        trial.lookIfFinished(operation)
        trial.release.open()
      },
    ]
  ) { runs in
    let all = try ["work-ends-later", "work-ends-at-once", "cancelled", "cancelled-running"].map {
      try runs[$0]
    }
    let ends = Result { try all.map { try $0.end() } }
    let both = try? ends.get().first(where: \.isFinishedAndExecuting)
    let looks = all.flatMap { $0.all(.observed, of: TrialBench.subjectName) }
    if both == nil, let early = looks.first(where: \.isFinishedAndExecuting) {
      return .holds(
        "", [early],
        unless: [
          .seen(true, "when isFinished became true, isExecuting was still true", way: forAMoment)
        ])
    }
    guard try both != nil || ends.get().contains(where: \.isFinished) else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: "any trial")
    }
    return .holds(
      "once finished, it was not executing", try both.map { [$0] } ?? looks + ends.get(),
      unless: [.missing(both != nil, "at the end it was executing and finished at once")])
  }

  private static let forAMoment = Way(
    cost: """
      Its completion block and the next operation may run while it still says that it is executing.
      """,
    cure: "Change both flags under one lock, and post both changes after that.")
}

extension TrialBench {
  fileprivate func endInQueue(cancels: Bool = false) {
    let operation = make()
    if cancels { cancel(operation) }
    bench.queue("queue", width: 1).addOperation(operation)
    wait { lookIfFinished(operation) }
  }

  /// Records whether it is executing, if it is finished, and returns whether the search can end.
  ///
  /// It reads `isFinished` first. Between the two reads an operation may change from executing to
  /// finished, but not back.
  @discardableResult
  fileprivate func lookIfFinished(_ operation: Operation) -> Bool {
    let state = bench.ask { () -> OperationState in
      guard operation.isFinished else { return [] }
      return operation.isExecuting ? [.finished, .executing] : .finished
    }
    guard let state else { return true }
    if state.isEmpty { return false }
    bench.recorder.record(
      .observed, Self.subjectName, state: state, .mark("once isFinished was true"))
    return true
  }
}

extension Evidence {
  fileprivate var isFinishedAndExecuting: Bool {
    event.state.isSuperset(of: [.finished, .executing])
  }
}
