import Foundation
import OperationLab
import Testing

@testable import OperationBench
@testable import OperationTesting

/// The battery, used as in a user's own test.
@Suite("Conformance.check", .repeatable)
struct ConformanceTests {
  @Test("passes sound operations whose work it can observe")
  func sound() async {
    let report = await Conformance.check("Completing") { probe in Completing(work: probe.begin) }
    #expect(report.passed, "\(report)")
    let block = await Conformance.check("BlockOperation") { probe in
      BlockOperation { probe.run() }
    }
    #expect(block.passed, "\(block)")
  }

  @Test("passes a sound operation with its own work, and names the undecided rules")
  func soundWithoutProbe() async {
    let report = await Conformance.check("BlockOperation") { BlockOperation {} }
    #expect(report.passed && !report.passed(allowingUndecided: false), "\(report)")
    #expect(report.description.contains("Undecided: "))
    #expect(report.description.contains("'passed(allowingUndecided: false)'"))
  }

  @Test("waits for work that comes back by a timer")
  func slow() async throws {
    let rule = try #require(Battery.rule("completes-in-a-queue"))
    let report = await Conformance.check("a slow one", rules: [rule]) {
      Completing { done in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.5, execute: done)
      }
    }
    #expect(report.passed, "\(report)")
  }

  @Test("does not block the thread of a test that is async")
  func suspends() async throws {
    let rule = try #require(Battery.rule("completes-in-a-queue"))
    let isFree = DispatchSemaphore(value: 0)
    let report = await withTaskExecutorPreference(OneThread()) {
      async let other: Void = { _ = isFree.signal() }()
      let report = await Conformance.check("one that needs the other", rules: [rule]) {
        Completing { done in
          Thread.detachNewThread {
            if isFree.wait(timeout: .now() + 60) == .success { done() }
            isFree.signal()
          }
        }
      }
      await other
      return report
    }
    #expect(report.passed, "\(report)")
  }

  @Test("survives an operation that ends its process")
  func traps() async {
    let report = await Conformance.check("it", rules: [.completesInAQueue]) {
      BlockOperation { fatalError("on purpose") }
    }
    #expect(report.results.map(\.ruling.verdict) == [.broken], "\(report)")
  }

  @Test("breaks no rule where making the operation ends the process, and names the line")
  func makingTraps() async {
    let report = await Conformance.check("it") { () -> Operation in fatalError("no operation") }
    expectNothingChecked(report, "the expression itself ends the process: no operation")
    #expect(report.description.contains(" at ConformanceTests.swift:\(#line - 2)"), "\(report)")
  }

  @Test("breaks no rule where making the operation exits")
  func makingExits() async {
    let report = await Conformance.check("it") { () -> Operation in _exit(3) }
    expectNothingChecked(report, "it ended the process with status 3")
  }

  @Test("breaks no rule where the operation is the same each time")
  func sameEachTime() async {
    let report = await Conformance.check("it") { Self.only }
    expectNothingChecked(report, "gives the same operation each time")
  }

  private static let only = BlockOperation {}

  private func expectNothingChecked(_ report: Conformance.Report, _ words: String) {
    #expect(report.undecided.count == report.results.count, "\(report)")
    #expect(report.description.contains(words), "\(report)")
  }

  @Test("says that a process ends while another operation is made, after one could be made")
  func makingTwiceTraps() async throws {
    let rule = try #require(Battery.rule("cancels-only-itself"))
    let report = await Conformance.check("it", rules: [rule]) {
      Self.count.withLock { count in
        count += 1
        precondition(count < 2, "one only")
      }
      return BlockOperation {}
    }
    #expect(report.failures.map(\.rule.id) == [rule.id], "\(report)")
    #expect(report.description.contains("while another one was made: one only"), "\(report)")
  }

  private static let count = Locked(0)
}

/// Work with a completion, on the kit's own base class.
private final class Completing: AsyncOperation, @unchecked Sendable {
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    start = work
  }

  override func work() {
    start { self.finish() }
  }
}

/// Whatever prefers it shares one thread.
private final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
