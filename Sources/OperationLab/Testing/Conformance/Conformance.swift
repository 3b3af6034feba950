import Foundation
import OperationBench
import OperationLab

/// The battery for tests of your own: checks an `Operation` subclass in processes of the test's own
/// program, with Swift Testing, XCTest or none of them.
///
/// ```swift
/// @Test func conforms() async {
///   let report = await Conformance.check("MyOperation") { probe in MyOperation { probe.run() } }
///   #expect(report.passed)
/// }
/// ```
///
/// The call starts the program of the tests again, with only this test, and leads operations through lives there
/// when that process comes to the same call. So nothing that the operation does reaches the tests:
/// a trap, a hang or an exit ends a process of the check. The verdicts are those of `lab check`, but for
/// `survives-races`: only `lab check FILE` compiles the class so that orders can part at its own locks.
/// In a test, that rule is undecided if it finds no race. In `swift test --sanitize=thread`, the report
/// has one more rule, `no-data-races`. What passes, and what is undecided, ``Report/passed`` says.
///
/// A call is known by its place and its name. Give each check a name of its own, the same in each run
/// of the test: a case of a test with arguments needs one, and so does a turn of a loop.
///
/// What a test does before the call is done again in each of these processes, for a sound class five
/// times at most, and once the whole test is done with checks that return at once. It must not end the process, wait for
/// what only another test does, or depend on what another run of it holds or has left, such as a port
/// or a file that is taken. Where processes cannot come back to the call, all rules are undecided. The
/// report says why.
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
  ///   - rounds: how often to check. A rule that is broken in one round is broken.
  ///   - deadline: how long a life may take.
  ///   - make: makes a new operation for each life. It is called on several threads at once.
  ///   - fileID: the file of the test. A function that tests call passes on its caller's.
  ///   - function: the test. A function that tests call passes on its caller's.
  ///   - line: the line of the call.
  ///   - column: its column.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(5), make: @escaping @Sendable (Probe) -> Operation,
    fileID: String = #fileID, function: String = #function, line: Int = #line,
    column: Int = #column
  ) -> Conformance.Report {
    let site = CallSite(file: fileID, function: function, line: line, column: column, name: name)
    return check(Subject(name, make: make), rules, rounds, deadline, at: site)
  }

  /// Checks operations with their own work. Rules that need to observe the work are undecided. Blocks the
  /// calling thread like the function with a probe.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(5), make: @escaping @Sendable () -> Operation,
    fileID: String = #fileID, function: String = #function, line: Int = #line,
    column: Int = #column
  ) -> Conformance.Report {
    let subject = Subject(name, usesProbe: false) { _ in make() }
    let site = CallSite(file: fileID, function: function, line: line, column: column, name: name)
    return check(subject, rules, rounds, deadline, at: site)
  }

  /// Checks operations that do the probe's work, for an async test. Suspends it without blocking a
  /// thread of Swift's tasks.
  ///
  /// If the operation uses the main queue, the main thread must serve it meanwhile.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(5), make: @escaping @Sendable (Probe) -> Operation,
    fileID: String = #fileID, function: String = #function, line: Int = #line,
    column: Int = #column
  ) async -> Conformance.Report {
    await onThreadOfItsOwn(name, rules) {
      check(
        name, rules: rules, rounds: rounds, deadline: deadline, make: make, fileID: fileID,
        function: function, line: line, column: column)
    }
  }

  /// Checks operations with their own work, for an async test. Rules that need to observe the work are
  /// undecided, as above.
  ///
  /// If the operation uses the main queue, the main thread must serve it meanwhile.
  public static func check(
    _ name: String, rules: [Conformance.Rule] = Conformance.rules, rounds: Int = 1,
    deadline: Duration = .seconds(5), make: @escaping @Sendable () -> Operation,
    fileID: String = #fileID, function: String = #function, line: Int = #line,
    column: Int = #column
  ) async -> Conformance.Report {
    await onThreadOfItsOwn(name, rules) {
      check(
        name, rules: rules, rounds: rounds, deadline: deadline, make: make, fileID: fileID,
        function: function, line: line, column: column)
    }
  }

  /// Checks in processes of the same program. Where that cannot be, all rules are undecided.
  private static func check(
    _ subject: Subject, _ rules: [Conformance.Rule], _ rounds: Int, _ deadline: Duration,
    at site: CallSite
  ) -> Conformance.Report {
    if let hosted = HostedCheck.ofThisProcess { return hosted.runIfRequested(site, subject, rules) }
    // A test that calls this on the main thread may wait for the main queue elsewhere.
    let report = MainQueue.serve {
      Result { try HostedCheck.check(subject, rules, rounds, deadline, at: site) }
    }
    do {
      return try report.get()
    } catch {
      return Report(subject: subject.expression, undecided: rules, because: error)
    }
  }

  /// Does not run the body, and leaves all rules undecided, if the system gives no thread.
  private static func onThreadOfItsOwn(
    _ name: String, _ rules: [Conformance.Rule],
    _ body: @escaping @Sendable () -> Conformance.Report
  ) async -> Conformance.Report {
    await withCheckedContinuation { continuation in
      if !Platform.detachThread({ continuation.resume(returning: body()) }) {
        continuation.resume(
          returning: Report(subject: name, undecided: rules, because: Shortage.threads))
      }
    }
  }
}
