import Foundation
import OperationLab
import Testing

/// The battery as a test of somebody's own would use it.
@Suite("Conformance.check")
struct ConformanceTests {
  @Test("passes sound operations, of which it is told what they work on")
  func sound() {
    let report = Conformance.check("Completing") { probe in Completing(work: probe.begin) }
    #expect(report.passed, "\(report)")
    let block = Conformance.check("BlockOperation") { probe in BlockOperation { probe.run() } }
    #expect(block.passed, "\(block)")
  }

  @Test("passes a sound operation whose work is its own, and says what it could not decide")
  func soundWithoutProbe() {
    let report = Conformance.check("BlockOperation") { BlockOperation {} }
    #expect(report.passed, "\(report)")
    #expect(report.description.contains("Undecided: "))
  }

  @Test("waits for work that comes back by a timer")
  func slow() throws {
    let rule = try #require(Battery.rule("completes-in-a-queue"))
    let report = Conformance.check("a slow one", rules: [rule]) {
      Completing { done in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.5, execute: done)
      }
    }
    #expect(report.passed, "\(report)")
  }

  @Test("says of a broken one which rule it breaks, with cost and cure")
  func broken() throws {
    let rule = try #require(Battery.rule("cancel-before-enqueue"))
    let report = Conformance.check("Forgetful", rules: [rule]) { Forgetful() }
    #expect(!report.passed)
    #expect(report.failures.map(\.rule.id) == ["cancel-before-enqueue"])
    #expect(report.description.hasPrefix("Forgetful breaks 1 of 1 rules."))
    #expect(report.description.contains("  Mend: \(rule.cure)"))
  }

  @Test("leaves out trials that may end the process")
  func traps() {
    let rule = Rule(
      "never-run", "It is never run.", cost: "-", cure: "-", lesson: 1,
      trials: [Trial("fatal", "It traps.", mayTrap: true) { _ in fatalError("must not run") }]
    ) { runs in
      Ruling(.holds, "it ran: \(try runs["fatal"].outcome)", [])
    }
    let report = Conformance.check("BlockOperation", rules: [rule]) { BlockOperation {} }
    #expect(report.results.map(\.ruling.verdict) == [.undecided])
  }
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

/// BROKEN ON PURPOSE: cancelled before it starts, it returns without finishing.
private final class Forgetful: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override func start() {
    if isCancelled { return }
    super.start()
  }
}
