import OperationLab
import OperationTesting

// What the claims presuppose: ten operations in a queue of width 2, and how each of them ends.
extension Lesson03 {
  static let names = (1...10).map { "op\($0)" }

  /// The ten were added to a queue of two slots, and none was cancelled.
  static let tenInTwoSlots: [Trace.Condition] = [
    .added(names, to: "downloads", width: 2, dependencies: []), .keepsWidth(2, "downloads"),
    .neverSuspended("downloads"), .neverCancelled(names),
  ]

  /// The operation never reported finished, and was not cancelled.
  static func neverReportsFinished(_ name: String) -> [Trace.Condition] {
    [
      .never(.finished(name)), .never(.announced("isFinished", by: name)),
      .flags(not: [.finished, .cancelled], at: .settled(name)),
    ]
  }

  /// `start()` returned before the operation reported finished, from another thread.
  static func finishesLaterElsewhere(_ name: String) -> [Trace.Condition] {
    [
      .order(.started(name), .returned(name), .finished(name)),
      .sameThread(.started(name), .returned(name)),
      .differentThreads(.started(name), .finished(name)),
      .flags(not: .finished, at: .returned(name)),
      .flags(.finished, at: .finished(name)),
      .flags(.finished, not: .cancelled, at: .settled(name)),
    ]
  }
}
