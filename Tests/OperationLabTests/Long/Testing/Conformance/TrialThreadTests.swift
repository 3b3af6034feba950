import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// Each test has its own process, because trials there wait until all threads of one are idle.
  @Suite("A check on a thread of the test process", .serialized, .repeatable)
  struct TrialThreadTests {
    @Test("passes a sound class, and tries all rules but those that need a process")
    func sound() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let rules = [
            "starts-fresh", "completes-in-a-queue", "cancel-while-running", "does-not-spin",
            "executing-while-working", "many-at-once", "is-released",
          ].compactMap(Battery.rule)
          let report = check(rules) { Sound($0.begin) }
          let untried = rules.filter { $0.trials.contains(where: \.needsOwnProcess) }
          demand(report.passed, "\(report)")
          demand(report.undecided.map(\.rule.id) == untried.map(\.id), "\(report)")
          let isSaid = { (result: Conformance.Report.Result) in result.why.contains("it is a test")
          }
          demand(report.undecided.allSatisfy(isSaid), "\(report.undecided)")
        }
      }
    }

    @Test("neither passes nor accuses a class that never finishes: a timer may be pending")
    func neverEnding() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let report = check(["starts-fresh", "completes-in-a-queue"].compactMap(Battery.rule)) {
            _ in NeverEnding()
          }
          demand(!report.passed && report.failures.isEmpty, "\(report)")
          demand(report.description.contains("cannot be judged here. completes-in"), "\(report)")
        }
      }
    }

    @Test("names what happens, and tries nothing after that")
    func broken() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let report = check(Battery.rules) { _ in AlwaysExecuting() }
          demand(report.failures.map(\.rule.id) == ["starts-fresh"], "\(report)")
          demand(report.results[1].why.contains("after starts-fresh"), "\(report.results[1])")
          demand(report.results.dropFirst().allSatisfy(\.runs.isEmpty), "nothing else is tried")
        }
      }
    }

    @Test("is over soon where a trial never ends")
    func hangs() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let report = check(Battery.rules, deadline: .milliseconds(10)) { _ in
            while true { Platform.parkThread() }
          }
          demand(!report.passed && report.failures.isEmpty, "\(report)")
          demand(report.results[0].why.contains("did not end in time"), "\(report.results[0])")
          demand(report.results.dropFirst().allSatisfy(\.runs.isEmpty), "nothing else is tried")
        }
      }
    }
  }

  private func check(
    _ rules: [Rule], deadline: Duration = longEnough,
    _ make: @escaping @Sendable (Probe) -> Operation
  ) -> Conformance.Report {
    TrialThread(subject: Subject("it", make: make), deadline: deadline)
      .check(rules, because: "it is a test")
  }

  private final class Sound: AsyncOperation, @unchecked Sendable {
    private let begin: @Sendable (@escaping () -> Void) -> Void

    init(_ begin: @escaping @Sendable (@escaping () -> Void) -> Void) { self.begin = begin }

    override func work() { begin { self.finish() } }
  }

  /// BROKEN ON PURPOSE: it never finishes after `start()`.
  private final class NeverEnding: Operation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }
    override func start() {}
  }

  /// BROKEN ON PURPOSE: `isExecuting` is always true.
  private final class AlwaysExecuting: Operation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { true }
    override func start() {}
  }
#endif
