import OperationLab
import OperationTesting

// What the claims presuppose: which method was called, and a cancel() between two steps.
extension Lesson09 {
  /// The body was called by Foundation's own `start()`: the operation is executing, although its
  /// class keeps no state and posts no notifications.
  static func inheritedStart(_ name: String) -> [Trace.Condition] {
    [.state([.ready, .executing], at: .began(name)), .never(.announced, of: [name])]
  }

  /// The body was called directly, and nothing else of the operation was touched.
  static func mainAlone(_ name: String) -> [Trace.Condition] {
    [
      .state([.ready], at: .began(name)), .onMain(.began(name)), .onMain(.ended(name)),
      .never(.enqueued, of: [name]), .never(.announced, of: [name]),
    ]
  }

  /// loop was cancelled by another thread after the first of its three steps. An operation of the
  /// same class, which was not cancelled, took all three.
  static let cancelledAfterStepOne: [Trace.Condition] = [
    .added(["loop", "left alone"], to: "loops", dependencies: []),
    .state([.ready, .executing], at: .began("loop")),
    .state([.ready, .executing, .cancelled], at: .cancelled("loop")),
    .differentThreads(.began("loop"), .cancelled("loop")),
    .order(.marked(step(1), by: "loop"), .cancelled("loop"), .ended("loop")),
    .happens(
      .marked(step(1), by: "left alone"), .marked(step(2), by: "left alone"),
      .marked(step(3), by: "left alone")),
    .state([.ready, .finished], at: .settled("left alone")),
  ]

  /// The process was idle while the body of count 1 was kept from ending.
  static func whileFirstRuns(_ name: String) -> Trace.Moment {
    .settled(name, after: .began("count 1"))
  }
}
