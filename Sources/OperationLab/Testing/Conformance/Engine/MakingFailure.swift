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

  static let trial = TrialName(rule: nil, trial: Trial.spinTrial.name)

  /// `nil` if at least one operation was made, and a second one is another.
  ///
  /// - Parameters:
  ///   - run: the run of ``Trial/spinTrial``.
  ///   - other: the run of ``Trial/paceTrial``. If it has made an operation, the expression is sound.
  init?(in run: Run, beside other: Run) {
    if run.has(.sameAgain, of: TrialBench.subjectName) {
      self = .sameEachTime
    } else if run.detail.isMaking == true, other.detail.isMaking == true,
      let manner = run.death?.death, !run.has(.firstMade, of: TrialBench.subjectName)
    {
      let ending = Ruling.Ending(trial: run.program, manner: manner)
      self = .ended(.ending(ending), place: run.placeOfMessage)
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

extension BatteryRunner {
  /// The failure with the call of the user's files in which the process trapped. If none was under
  /// way, with the line of the expression. The trial is run again, and this time the thread reports
  /// where it is.
  ///
  /// - Parameters:
  ///   - files: the user's files.
  ///   - expression: the name of the expression's file.
  ///   - failure: what was found.
  ///   - symbolizer: finds the lines.
  package func adding(
    placeIn files: [String], or expression: String, to failure: MakingFailure,
    _ symbolizer: Symbolizer?
  ) -> MakingFailure {
    guard case .ended(let reason, let known) = failure else { return failure }
    let child = host(
      TrialOrder(name: MakingFailure.trial, patience: Durations.enoughPatience, tellsTraps: true))
    // The failure stands without a place.
    let run = try? ProgramRunner(child: child, deadline: .seconds(10)).run(Trial.spinTrial.name)
    let calls = symbolizer?.frames(toldIn: run?.detail.output ?? "", of: child.executable)?.first
    let paths = files.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    let own = calls?.first { $0.line > 0 && paths.contains($0.file) }?.description
    let line = calls?.first { $0.file.hasSuffix("/\(expression)") }?.line
    return .ended(reason, place: own ?? known ?? line.map { "\(expression):\($0)" })
  }
}
