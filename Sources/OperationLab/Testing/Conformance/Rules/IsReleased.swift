import Foundation
import OperationLab

extension Rule {
  static let isReleased = Rule(
    "is-released",
    "When it is finished and nothing uses it any more, it is deallocated.",
    cost: "Every operation ever run stays in memory, with its data and all that it captures.",
    cure: """
      Capture [weak self] in closures that the operation keeps, in its completion block first of \
      all, and invalidate a session whose delegate it is.
      """,
    lesson: 16, ways: [keptOnOneWay],
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

  private static let keptOnOneWay = Way(
    cost: "Each operation that ends this way stays in memory, with all that it captures.",
    cure: """
      Undo on every way to the end what the good one undoes: leave the list, invalidate the timer or \
      the session, drop the closures.
      """)
}

extension Life {
  fileprivate var words: String {
    if has(.cancel, at: .new, .waiting) { return ", when it was cancelled before its start" }
    if has(.cancel, at: .working) { return ", when it was cancelled while its work went on" }
    return work == .fails ? ", when its work had failed" : ""
  }
}
