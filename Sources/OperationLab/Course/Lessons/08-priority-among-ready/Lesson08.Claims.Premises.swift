import Foundation
import OperationLab
import OperationTesting

// What the claims presuppose: five priorities, and two operations of which one waits for the other.
extension Lesson08 {
  static let levels: [(name: String, priority: Operation.QueuePriority)] = [
    ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high),
    ("very high", .veryHigh),
  ]

  /// wash is added first. It ends when cook has begun, or when nothing else can happen.
  static let washUntilCookBegins: [Trace.Condition] = [
    .neverSuspended("kitchen"), .neverCancelled("wash", "cook"),
    .order(.added("wash"), .added("cook")),
    .order(.began("wash"), .answered("wash", gate: "cooking"), .ended("wash")),
    .order(.began("cook"), .opened("cooking")),
    .sameThread(.began("cook"), .opened("cooking")),
  ]
}

extension Trace.Condition {
  /// The raw value of the operation's `queuePriority` when it was added to a queue.
  static func priority(_ value: Int, of name: String) -> Self {
    Self("the priority of \(name) is \(value)") { run in
      let added = try run.enqueued(name)
      let priority = added.enqueueing?.priority
      return Outcome(
        priority == value, "the priority of \(name) is \(priority.map(String.init) ?? "unknown")",
        [added])
    }
  }
}
