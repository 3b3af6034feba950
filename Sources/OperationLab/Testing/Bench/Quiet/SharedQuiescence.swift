import Foundation
import OperationLab

/// Finds out when nothing of a bench can happen any more in a process that the bench shares with
/// others, such as one that runs tests: what all threads are doing says nothing there.
///
/// It asks the bench's own operations, queues and errands instead. As long as one of them should
/// still move, it waits for ``Bench/patience`` without any event before it gives up; so what is
/// sound never fails because the machine is busy, and only what is stuck takes long.
struct SharedQuiescence {
  let bench: Bench
  var rollCall = RollCall()

  private static let pause = Duration.milliseconds(2)
  /// How long nothing must happen although nothing is expected to.
  private static let silence = Duration.milliseconds(20)

  /// Returns once everything is quiet or the deadline has passed, or `nil` as soon as
  /// `isInterrupted` says so.
  func wait(deadline: Duration, unless isInterrupted: () -> Bool = { false }) -> Snapshot.Ending? {
    let clock = ContinuousClock()
    var deadline = Deadline(deadline)
    var lastEvent = clock.now
    var count = -1
    var rollCall = rollCall
    var hasWaitedForThreads = false
    while !deadline.isOver() {
      if isInterrupted() { return nil }
      if bench.recorder.count != count {
        (count, lastEvent) = (bench.recorder.count, clock.now)
        rollCall.startAgain()
        hasWaitedForThreads = false
      }
      let shouldMove = bench.shouldStillMove
      let patience = shouldMove ? bench.patience ?? .zero : Self.silence
      // The threads of the pools may all be blocked by somebody else: what has no thread yet is
      // not stuck.
      if clock.now - lastEvent >= patience, rollCall.isComplete(), bench.recorder.count == count {
        guard shouldMove, let taskPool = bench.taskPool, !hasWaitedForThreads else {
          if shouldMove { bench.losePatience() }
          return .quiet
        }
        // Nor is what waits for a task; which has a little time when it has got its thread.
        deadline.postpone(by: taskPool.limit)
        taskPool.waitForThreads(unless: isInterrupted)
        hasWaitedForThreads = true
        lastEvent = clock.now - patience * 3 / 4
      }
      _ = Door().wait(deadline: Self.pause)
    }
    return .deadline
  }
}

extension Bench {
  /// Whether, as far as flags and the trace tell, something is about to happen.
  fileprivate var shouldStillMove: Bool {
    let snapshot = roster.snapshot()
    let events = recorder.trace().events
    let held = watchers.atGates
    let started = Set(events.filter { $0.kind == .started }.map(\.subject))
    let underWay = snapshot.operations.count { operation in
      !operation.state.contains(.finished)
        && (operation.state.contains(.executing) || started.contains(operation.name))
    }
    if underWay > held || watchers.errands > held || roster.awaitsRelease { return true }
    return snapshot.queues.contains { queue in
      let operations = queue.operations.compactMap(snapshot.operation)
      // A finished operation is about to leave, and one with a slot about to start.
      if operations.contains(where: { $0.state.contains(.finished) }) { return true }
      let begun = operations.count { $0.state.contains(.executing) }
      return !queue.isSuspended && (queue.width < 0 || begun < queue.width)
        && operations.contains { operation in
          !operation.state.contains(.executing)
            && operation.dependencies.allSatisfy { name in
              snapshot.operation(name)?.state.contains(.finished) ?? true
            }
        }
    }
  }
}
