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
/// If that fails, Swift Testing prints the report. A sound subclass takes a second or two, a broken
/// one up to about fifteen. A hang leaves its threads behind. So once a rule is broken and eight
/// seconds have passed, the other rules are undecided. `lab check` tries them all. A trap ends the
/// test process, but `lab check` survives it.
///
/// All trials share the process. Operations that share app-wide state, such as a list, a lock or a
/// rate limit, may interfere with each other. If that takes longer than a minute, the remaining rules
/// are undecided, and the report does not pass. Check such a class with `lab check`, which starts a
/// process for each trial.
///
/// Without `await` it blocks a thread. Swift's tasks, and so the tests, have one thread for each
/// core. If blocking tests use all of them, an operation that works in a `Task` cannot run. Then
/// nothing passes, and the report gives the reason.
public enum Conformance {
  /// All rules, in the order in which they are checked.
  public static let rules: [Conformance.Rule] = Battery.rules

  /// Checks operations that do the probe's work: `probe.run()` or `probe.begin`.
  ///
  /// Blocks the calling thread. On the main thread it serves the main queue meanwhile. Otherwise,
  /// if the operation uses the main queue, the main thread must serve it.
  ///
  /// - Parameters:
  ///   - name: what to call the operation in the report.
  ///   - rules: which rules to check.
  ///   - rounds: how often to repeat every trial. A rule that is broken in one round is broken.
  ///   - deadline: how long a trial may take.
  ///   - make: makes a new operation for each trial. It is called on several threads at once.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable (Probe) -> Operation
  ) -> Conformance.Report {
    check(Subject(name, make: make), rules, rounds, deadline)
  }

  /// Checks operations with their own work. Rules that need to observe the work are undecided.
  /// Blocks the calling thread like the function with a probe.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable () -> Operation
  ) -> Conformance.Report {
    let subject = Subject(name, usesProbe: false) { _ in make() }
    return check(subject, rules, rounds, deadline)
  }

  /// Checks operations that do the probe's work, for an async test. Suspends it without blocking a
  /// thread of Swift's tasks.
  ///
  /// If the operation uses the main queue, the main thread must serve it meanwhile.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(15), make: @escaping @Sendable (Probe) -> Operation
  ) async -> Conformance.Report {
    await onThreadOfItsOwn {
      check(name, rules: rules, rounds: rounds, deadline: deadline, make: make)
    }
  }

  /// Checks operations with their own work, for an async test.
  ///
  /// If the operation uses the main queue, the main thread must serve it meanwhile.
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
    var executor = InProcessExecutor(subject: subject, taskPool: tasks)
    var subject = subject
    if subject.usesProbe, executor.finishesUnused {
      subject = Subject(subject.expression, usesProbe: false, make: subject.make)
      executor = InProcessExecutor(subject: subject, taskPool: tasks)
    }
    do {
      var report = try BatteryRunner(deadline: deadline, rounds: rounds, executor: executor)
        .check(subject, rules: rules)
      report.sharesProcess = true
      return report
    } catch {
      var ruling = Ruling(.undecided, .seen("the trials could not be run: \(error)"), [])
      ruling.isUnfit = true
      let round = Report.Round(runs: [], ruling: ruling)
      return Report(subject: subject.expression, results: rules.map { Report.Result($0, [round]) })
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
