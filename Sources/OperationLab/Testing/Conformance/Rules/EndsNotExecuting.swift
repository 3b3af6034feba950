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
    in: { $0.start != .unstarted }
  ) { _, run in
    let end = try run.end()
    let looks = run.all(.observed, of: TrialBench.subjectName)
      + run.all(.completed, of: TrialBench.subjectName)
    let early = looks.first(where: \.isFinishedAndExecuting)
    guard end.isFinished || early != nil else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: run.program)
    }
    return .holds(
      "once finished, it was not executing", [end.isFinishedAndExecuting ? end : early ?? end],
      unless: [
        .missing(end.isFinishedAndExecuting, "at the end it was executing and finished at once"),
        .seen(
          early != nil, "when isFinished became true, isExecuting was still true", way: forAMoment),
      ])
  }

  private static let forAMoment = Way(
    cost: """
      Its completion block and the next operation may run while it still says that it is executing.
      """,
    cure: "Change both flags under one lock, and post both changes after that.")
}

extension Evidence {
  fileprivate var isFinishedAndExecuting: Bool {
    event.state.isSuperset(of: [.finished, .executing])
  }
}
