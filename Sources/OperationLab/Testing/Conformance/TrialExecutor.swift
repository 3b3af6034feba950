import Foundation
import OperationLab

/// Where trials run: each in a process of its own, or on threads of this one.
protocol TrialExecutor: Sendable {
  /// How many trials to run at a time.
  var width: Int { get }
  /// Whether a trial may end the process that it runs in, or leave a thread that never sleeps.
  var isolatesTrials: Bool { get }
  /// How long to go on once a rule is found broken; `nil` to run all trials in any case.
  var limit: Duration? { get }
  /// Why what was found missing says nothing here; `nil` if it does.
  var lack: Ruling.Reason? { get }

  /// Runs a trial; blocks the calling thread.
  ///
  /// - Parameters:
  ///   - order: which one, and how.
  ///   - deadline: when to give up.
  ///   - isEndless: whether it is known that it never ends.
  /// - Throws: an error in one line when it cannot be run.
  func run(_ order: TrialOrder, deadline: Duration, isEndless: Bool) throws -> Run
}

/// Runs each trial in a process of its own.
struct ProcessExecutor: TrialExecutor {
  let host: BatteryRunner.Host
  let width: Int
  let isolatesTrials = true
  let limit: Duration? = nil
  let lack: Ruling.Reason? = nil

  func run(_ order: TrialOrder, deadline: Duration, isEndless: Bool) throws -> Run {
    var runner = ProgramRunner(child: host(order), deadline: deadline)
    runner.isEndless = isEndless
    return try runner.run(order.name.trial)
  }
}
