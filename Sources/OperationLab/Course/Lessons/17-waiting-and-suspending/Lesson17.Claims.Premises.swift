import OperationLab
import OperationTesting

// What several claims presuppose, and the moments at which they look.
extension Lesson17 {
  /// `addBarrierBlock(_:)` of the queue 'downloads' is called.
  static let barrierAdded = Trace.Moment.event(.noted, of: "downloads", .barrier)

  /// The process is idle while the operation's completion block waits.
  static func duringBlock(_ name: String) -> Trace.Moment {
    .settled(name, after: .completed(name))
  }

  /// The answer to which queue is the current one.
  static func asks(_ name: String) -> Trace.Moment { .marked(like: current(""), by: name) }

  /// The caller is blocked in that call while op1 and op2 execute, each in a slot of its own.
  static func callerWaits(for wait: Trace.Event.Wait) -> [Trace.Condition] {
    [
      .added(["op1", "op2"], to: "downloads", slots: 2),
      .each(["op1", "op2"]) {
        [
          .order(.waits("caller", for: wait), .firstSettled($0), .ended($0)),
          .flags(.executing, at: .firstSettled($0)),
        ]
      },
    ]
  }

  /// Two operations were added to one queue, and the first of them depends on the second.
  static func addedFirst(
    _ name: String, dependingOn other: String, to queue: String, width: Int? = nil
  ) -> [Trace.Condition] {
    [
      .added(name, to: queue, width: width, dependencies: [other]),
      .added(other, to: queue, width: width, dependencies: []),
      .order(.added(name), .added(other)),
    ]
  }

  /// The second was started when the first had ended, and both left the queue.
  static func runsAfter(_ first: String, _ second: String) -> [Trace.Condition] {
    [
      .order(.ended(first), .started(second)),
      .flags(.finished, at: .settled(first)), .place(nil, at: .settled(first)),
      .flags(.finished, at: .settled(second)), .place(nil, at: .settled(second)),
    ]
  }

  /// op1 is executing, and a barrier block that was added after it has not begun.
  static let barrierWaits: [Trace.Condition] = [
    .added("op1", to: "downloads"),
    .order(.added("op1"), barrierAdded, .firstSettled("op1")),
    .flags(.executing, at: .firstSettled("op1")),
    .notYet(.began("barrier"), at: .firstSettled("op1")),
  ]

  /// The main thread is blocked in the end, in the call that adds op2.
  static let stopsAddingOp2 = Trace.Condition("the main thread is blocked while it adds op2") {
    run in
    let last = run.lastEvent(on: "main")
    return .init(
      run.snapshot?.isProgramBlocked == true && last?.kind == .enqueued && last?.subject == "op2",
      "", [])
  }
}
