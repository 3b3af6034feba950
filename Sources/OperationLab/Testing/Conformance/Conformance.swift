import Foundation
import OperationLab

/// The battery for tests of your own: checks an `Operation` subclass inside the process that runs
/// the test, with Swift Testing, XCTest or none of them.
///
/// ```swift
/// @Test func conforms() async {
///   let report = await Conformance.check("MyOperation") { probe in MyOperation { probe.run() } }
///   #expect(report.passed)
/// }
/// ```
///
/// If that fails, Swift Testing prints the report. A sound subclass takes a second or two, a broken one
/// up to fifteen: what hangs leaves its threads behind, so once a rule is found broken and eight seconds
/// have passed, the others are left undecided. `lab check` tries them all. A trap ends the test process,
/// as any trap does: `lab check` survives it.
///
/// All trials share the process. Operations that share something of the whole app's, such as a list, a
/// lock or a queue, may meet there: check those with `lab check`, which starts a process for each trial.
///
/// Without `await` it blocks a thread. Swift's tasks, among them the tests, have as many as there are
/// cores: where tests that block keep all of them, an operation that works in a `Task` stands still.
/// Then nothing passes, and the report says why.
public enum Conformance {
  /// All rules, in the order in which they are checked.
  public static let rules: [Conformance.Rule] = Battery.rules

  /// Checks operations that are given work of the probe's: `probe.run()` or `probe.begin`.
  ///
  /// Blocks the calling thread; on the main thread it serves the main queue meanwhile, otherwise
  /// somebody else must, if the operation uses it.
  ///
  /// - Parameters:
  ///   - name: what to call the operation in the report.
  ///   - rules: which rules to check.
  ///   - rounds: how often to repeat every trial; a rule that breaks in one round is broken.
  ///   - deadline: how long a trial may take.
  ///   - make: makes a new operation for each trial; called on several threads at once.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable (Probe) -> Operation
  ) -> Conformance.Report {
    check(Subject(name, make: make), rules, rounds, deadline)
  }

  /// Checks operations whose work is their own; rules that need to know about the work are
  /// undecided. Otherwise the same.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable () -> Operation
  ) -> Conformance.Report {
    let subject = Subject(name, usesProbe: false) { _ in make() }
    return check(subject, rules, rounds, deadline)
  }

  /// The same for a test that is async: suspends it, and blocks no thread of Swift's tasks.
  ///
  /// If the operation uses the main queue, somebody must serve it meanwhile.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable (Probe) -> Operation
  ) async -> Conformance.Report {
    await onThreadOfItsOwn {
      check(name, rules: rules, rounds: rounds, deadline: deadline, make: make)
    }
  }

  /// The same for a test that is async, of operations whose work is their own.
  ///
  /// If the operation uses the main queue, somebody must serve it meanwhile.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable () -> Operation
  ) async -> Conformance.Report {
    await onThreadOfItsOwn {
      check(name, rules: rules, rounds: rounds, deadline: deadline, make: make)
    }
  }

  static func check(
    _ subject: Subject, _ rules: [Conformance.Rule], _ rounds: Int, _ deadline: Duration,
    tasks: TaskPool = TaskPool()
  ) -> Conformance.Report {
    let executor = InProcessExecutor(subject: subject, taskPool: tasks)
    do {
      var report = try BatteryRunner(deadline: deadline, rounds: rounds, executor: executor)
        .check(subject, rules: rules)
      report.sharesProcess = true
      return report
    } catch {
      // Nothing is started that could fail.
      preconditionFailure("\(error)")
    }
  }

  static func onThreadOfItsOwn(
    _ body: @escaping @Sendable () -> Conformance.Report
  ) async -> Conformance.Report {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
