import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("A check inside a test", .longPlan, .repeatable)
struct CarefulCheckTests {
  private static let rules = ["completes-in-a-queue", "works-once", "starts-fresh"]
    .compactMap(Battery.rule)

  @Test("decides nothing about the work of an operation that was not given the probe's")
  func unusedProbe() async {
    let report = await Conformance.check("B", rules: Self.rules) { _ in BlockOperation {} }
    #expect(report.passed && !report.passed(allowingUndecided: false), "\(report)")
    #expect(report.undecided.map(\.rule.id) == ["works-once"], "\(report)")
  }

  @Test("does not let Foundation end the process for one that cancel() finishes before its start")
  func finishedByCancel() {
    let life = CancelRace(isQueued: true) { _ in FinishesWhenCancelled() }
    life.cancel()
    life.start()
    life.end()
    #expect(life.fault([.finished]) == CancelRace.refused)
  }

  @Test("does not put a crowd into a queue that refuses it")
  func finishedFromBirth() async throws {
    let rule = try #require(Battery.rule("many-at-once"))
    let report = await Conformance.check("A", rules: [rule]) { _ in AlwaysFinished() }
    #expect(report.failures.isEmpty, "\(report)")
  }

  @Test("does not start by hand what is never ready")
  func neverReady() async throws {
    let rule = try #require(Battery.rule("completes-by-hand"))
    let report = await Conformance.check("A", rules: [rule]) { _ in NeverReady() }
    #expect(!report.passed, "\(report)")
  }
}

/// BROKEN ON PURPOSE: `cancel()` finishes it, started or not.
private final class FinishesWhenCancelled: Operation, @unchecked Sendable {
  override var isFinished: Bool { isCancelled }

  override func cancel() {
    super.cancel()
    willChangeValue(for: \.isFinished)
    didChangeValue(for: \.isFinished)
  }
}

/// BROKEN ON PURPOSE: it is finished from the beginning.
private final class AlwaysFinished: Operation, @unchecked Sendable {
  override var isFinished: Bool { true }
}

/// BROKEN ON PURPOSE: it never becomes ready.
private final class NeverReady: Operation, @unchecked Sendable {
  override var isReady: Bool { false }
}
