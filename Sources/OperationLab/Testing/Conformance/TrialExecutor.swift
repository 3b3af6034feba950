import Foundation
import OperationLab

/// Runs trials, either each in its own process or on threads of this process.
protocol TrialExecutor: Sendable {
  /// How many trials to run at a time.
  var width: Int { get }
  /// Whether a trial may end the process that it runs in, or leave a thread that never sleeps.
  var isolatesTrials: Bool { get }
  /// When to stop, or `nil` to run all trials.
  var limits: TrialLimits? { get }
  /// Why a missing event is not evidence here, or `nil` if it is.
  var lack: Ruling.Reason? { get }

  /// Runs a trial, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - order: which one, and how.
  ///   - deadline: when to give up.
  ///   - isEndless: whether it is known that it never ends.
  /// - Throws: an error in one line when it cannot be run.
  func run(_ order: TrialOrder, deadline: Duration, isEndless: Bool) throws -> Run
  /// What makes the processes that run the operation in orders. `nil` where all threads cannot be
  /// held.
  var ordersHost: SubjectExplorer.Host? { get }
}

/// How long trials may go on together. What is not judged then is undecided.
struct TrialLimits {
  /// If a rule is broken.
  let broken: Duration
  /// If none is.
  let sound: Duration
}

/// Runs each trial in a process in which no other trial runs at the time.
struct ProcessExecutor: TrialExecutor {
  let host: BatteryRunner.Host
  let width: Int
  /// The processes that run several trials, one after the other. `nil` if each runs one.
  var shared: TrialProcesses?
  let isolatesTrials = true
  let limits: TrialLimits? = nil
  let lack: Ruling.Reason? = nil

  var ordersHost: SubjectExplorer.Host? { { [host] in host($0) } }

  func run(_ order: TrialOrder, deadline: Duration, isEndless: Bool) throws -> Run {
    if let shared, !isEndless, order.mayShare {
      return try shared.run(order, deadline: deadline)
    }
    var runner = ProgramRunner(child: host(order), deadline: deadline)
    runner.isEndless = isEndless
    return try runner.run(order.name.trial)
  }
}
