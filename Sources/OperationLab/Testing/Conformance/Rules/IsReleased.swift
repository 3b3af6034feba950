import Foundation
import OperationLab

extension Rule {
  static let isReleased = Rule(
    "is-released", ways: [keptOnOneWay],
    in: { $0.start != .unstarted }
  ) { life, run in
    let end = try run.end()
    guard end.isInNoQueue, end.isFinished else {
      // A queue keeps an operation that never finishes, which another rule covers.
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: run.program)
    }
    let look = try run.last(.noted, of: TrialBench.subjectName)
    return .holds(
      "it was deallocated", run.work + [end, look],
      unless: [
        .missing(
          look.mark == .alive,
          "it was finished and in no queue, and something still kept it alive\(life.words)",
          way: life.words.isEmpty ? nil : keptOnOneWay)
      ])
  }

  private static let keptOnOneWay = Way("kept-on-one-way")
}

extension Life {
  fileprivate var words: String {
    if has(.cancel, at: .new, .waiting) { return ", when it was cancelled before its start" }
    if has(.cancel, at: .working) { return ", when it was cancelled while its work went on" }
    return work == .fails ? ", when its work had failed" : ""
  }
}
