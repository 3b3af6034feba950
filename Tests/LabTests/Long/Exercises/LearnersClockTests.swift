import Foundation
import Testing

@testable import LabKit

@Suite("The timers of a learner's file", .longPlan, .repeatable, .elsewhere)
struct LearnersClockTests {
  /// Exercise 13, which wants up to five attempts: a timer of another kind before each.
  private static func source(_ kinds: [String]) -> String {
    """
    import Foundation

    private let lock = NSLock()
    nonisolated(unsafe) private var count = 0

    private func later(_ body: @escaping @Sendable () -> Void) {
      let turn = lock.withLock { () -> Int in
        count += 1
        return count % 4
      }
      switch turn {
    \(kinds.enumerated().map { "  case \($0): \($1)" }.joined(separator: "\n"))
      default: fatalError()
      }
    }

    func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
      queue.addOperation {
        if !attempt() { later { upload(attempt, in: queue) } }
      }
    }
    """
  }

  @Test(
    "are waited for, of whatever kind",
    arguments: [
      [
        "DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { body() }",
        "DispatchQueue.main.asyncAfter(deadline: .now() + 0.3, execute: DispatchWorkItem { body() })",
        "Task { try? await Task.sleep(until: .now + .seconds(0.3)); body() }",
        "Task { try? await ContinuousClock().sleep(for: .seconds(0.3)); body() }",
      ],
      [
        "let t = DispatchSource.makeTimerSource(); t.setEventHandler { t.cancel(); body() }; "
          + "t.schedule(deadline: .now() + 0.3); t.resume()",
        "DispatchQueue.main.async { Timer.scheduledTimer(withTimeInterval: 0.3, repeats: false) "
          + "{ _ in body() } }",
        "Thread.detachNewThread { Thread.sleep(until: Date() + 0.3); body() }",
        "Thread.detachNewThread { let c = NSCondition(); c.lock(); "
          + "_ = c.wait(until: Date() + 0.3); c.unlock(); body() }",
      ],
    ])
  func areWaitedFor(_ kinds: [String]) throws {
    let learner = try LearnerFolder("13")
    let grade = try learner.verify(Self.source(kinds), "--timeout", "20")
    #expect(grade.compiled && grade.passed, "\(grade.message)")
  }
}
