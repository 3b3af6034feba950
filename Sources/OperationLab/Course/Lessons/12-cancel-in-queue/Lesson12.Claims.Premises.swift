import OperationLab
import OperationTesting

// What the claims presuppose: second is cancelled behind first, just before its start(), or at work.
extension Lesson12 {
  /// What Foundation prints when an operation finishes that its queue has not started.
  static let warning = "without being started by the queue"

  /// The process was idle after second had been cancelled.
  static let idleAfterCancel: Trace.Moment = .settled("second", after: .cancelled("second"))

  /// The process was idle after second had reported finished.
  static let idleAfterFinish: Trace.Moment = .settled("second", after: .finished("second"))

  /// The override of `cancel()` saw that the inherited `isCancelled` is true.
  static let inheritedCancelled: Trace.Moment =
    .event(.observed, of: "second", .mark(inheritedIsCancelled(true)))

  /// second was cancelled while first held the only slot of their queue.
  static let cancelledBehindFirst: [Trace.Condition] = [
    .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
    .state([.ready], at: .settled("second").before(.cancelled("second"))),
    .place("downloads", at: .settled("second").before(.cancelled("second"))),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .order(.began("first"), .cancelled("second"), idleAfterCancel, .ended("first")),
  ]

  /// second was cancelled when its queue had chosen it and had no thread for it. The thread came
  /// only after the process was idle.
  static let cancelledBeforeThread: [Trace.Condition] = [
    .added("second", to: "downloads", width: 1, dependencies: []),
    .order(.added("second"), .cancelled("second")),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .ifEver(.started("second"), .order(idleAfterCancel, .started("second"))),
  ]

  /// `cancel()` reported that second is finished.
  static let finishedByCancel: [Trace.Condition] = [
    .order(.cancelled("second"), .finished("second"), idleAfterCancel),
    .sameThread(.cancelled("second"), .finished("second")),
    .state([.ready, .finished, .cancelled], at: idleAfterCancel),
  ]

  /// second was cancelled by another thread at its work, and `cancel()` finished it.
  static let finishedAtWork: [Trace.Condition] = [
    .added(["second", "third"], to: "downloads", width: 1, dependencies: []),
    .flags(.cancelled, not: .finished, at: .cancelled("second")),
    .differentThreads(.began("second"), .cancelled("second")),
    .sameThread(.cancelled("second"), .finished("second")),
    .order(
      .began("second"), .cancelled("second"), .finished("second"),
      .announced("isFinished", by: "second"), .ended("second")),
  ]

  /// `start()` of second found it cancelled, skipped the work, and returned.
  static let skipsWork: [Trace.Condition] = [
    .state([.ready, .cancelled], at: .started("second")),
    .sameThread(.started("second"), .returned("second")), .never(.began("second")),
  ]

  /// `start()` of second posted the notification that it is finished.
  static let announcedByStart: [Trace.Condition] = [
    .sameThread(.started("second"), .announced("isFinished", by: "second"))
  ]
}
