import Foundation
import OperationBench

extension Rule {
  static let isReleased = Rule(
    "is-released", ways: [keptOnOneWay, .keptUntilNext],
    seesOdd: true,
    in: { $0.start != .unstarted && !$0.has(.start) }
  ) { life, run in
    if life.has(.letGo), run.hasDied, let ending = run.violentEnding { return ending }
    let look = try run.last(.noted, of: Life.subject)
    if look.mark == .deallocated { return .released(run.work + [look], in: run) }
    let end = try run.end()
    guard end.isInNoQueue, end.isFinished else {
      // A queue keeps an operation that never finishes, which another rule covers.
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    return .missing(
      "it was finished and in no queue, and something still kept it alive\(life.circumstances)",
      run.work + [end, look], way: life.isPlain && life.work != .fails ? nil : keptOnOneWay)
  }

  private static let keptOnOneWay = Way("kept-on-one-way")
}

extension RuleFinding {
  /// It was deallocated, at the latest when the next one had ended.
  static func released(_ evidence: [Evidence], in run: Run) -> Self {
    let isLate = run.has(.alive, of: Life.subject)
    return .holds(
      "it was deallocated", evidence,
      remark: isLate ? "it was kept alive until the next one of its class had ended" : nil,
      way: .keptUntilNext, isProvisional: isLate)
  }
}
