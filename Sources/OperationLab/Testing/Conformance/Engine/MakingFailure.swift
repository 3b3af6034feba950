import Foundation
import OperationBench

/// Why there is no operation to check: the expression that makes it is at fault, not a rule broken.
package enum MakingFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The process trapped or exited while the first one was made. The place is a line of source.
  case ended(Ruling.Reason, place: String?)
  /// Two operations that were made one after the other are the same.
  case sameEachTime

  /// One line that says what to do.
  package var description: String {
    switch self {
    case .ended(let reason, let place):
      "nothing was checked, because the expression itself ends the process: \(reason.words)"
        + (place.map { ", in \($0)" } ?? "")
    case .sameEachTime:
      "nothing was checked: the expression gives the same operation each time. Make a new one"
    }
  }

  /// `nil` if at least one operation was made, and a second one is another.
  ///
  /// - Parameters:
  ///   - run: the run in which its threads are watched.
  ///   - other: that in which it is left alone. If it has made an operation, the expression is sound.
  ///   - lines: where the line is found in which the process trapped.
  init?(in run: Run, beside other: Run, _ lines: CallLines? = nil) {
    if run.has(.sameAgain, of: Life.subject) {
      self = .sameEachTime
    } else if run.detail.isMaking == true, other.detail.isMaking == true,
      let manner = run.death?.death, !run.has(.firstMade, of: Life.subject)
    {
      let ending = Ruling.Ending(trial: run.program, manner: manner)
      self = .ended(
        .ending(ending),
        place: lines.map { $0.place(ofMakingIn: run, or: run.placeOfMessage) } ?? run.placeOfMessage
      )
    } else {
      return nil
    }
  }
}

extension Run {
  /// The line that Swift's message of a trap names, such as `Upload.swift:12`, if it is not one of
  /// Swift's own library.
  fileprivate var placeOfMessage: String? {
    let pattern = /(?m)^(\w+)\/([^\/\n]+:\d+): (?:Fatal error|Precondition failed|Assertion failed)/
    guard let match = detail.output.firstMatch(of: pattern), match.output.1 != "Swift" else {
      return nil
    }
    return String(match.output.2)
  }
}

extension Event.Mark {
  static let firstMade: Self = "is made"
  static let sameAgain: Self = "is made again, the same"
}
