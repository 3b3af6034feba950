import OperationBench
import Foundation

extension Rule {
  package static let endsNotExecuting = Rule(
    "ends-not-executing", ways: [forAMoment],
    in: { $0.start != .unstarted }
  ) { life, run in
    let end = try run.end()
    // Its flags are read one after the other, which says something only when all rests meanwhile. A
    // class may need Dispatch's pools for that.
    let looks = life.isHeldBack ? [] : run.all(.observed, of: Life.subject)
    let calm = zip(looks, looks.dropFirst())
      .filter { $0.state == $1.state && run.isStill(from: $0, to: $1) }.map(\.0)
    let completions = run.all(.completed, of: Life.subject)
    let early = (calm + completions).first(where: \.isFinishedAndExecuting)
    guard end.isFinished || early != nil else {
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    return .holds(
      "once finished, it was not executing", [end.isFinishedAndExecuting ? end : early ?? end],
      unless: [
        .missing(
          end.isFinishedAndExecuting, "at the end it was finished, and isExecuting was still true"),
        .seen(
          early != nil, "when isFinished became true, isExecuting was still true", way: forAMoment),
      ])
  }

  private static let forAMoment = Way("for-a-moment")
}

extension Evidence {
  fileprivate var isFinishedAndExecuting: Bool {
    event.state.isSuperset(of: [.finished, .executing])
  }
}
