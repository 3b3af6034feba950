import Foundation
import OperationLab

/// Finds out when a program has come to rest: when nothing more will happen in it by itself.
///
/// 1. A thread rests if it sleeps in two looks at it and was not woken in between.
/// 2. If all threads rest through the same two looks, there was a moment at which all of them slept,
///    and a sleeping thread cannot wake another one.
/// 3. Threads of the kit that only watch others do not count.
/// 4. The main queue is emptied before each look, if the main thread is the one that asks.
/// 5. A pool of Dispatch may hold a block for which it has no thread. So a marker is put behind
///    everything in each pool, three times, and all markers must run.
/// 6. An event that is recorded meanwhile begins all of this again.
/// 7. A thread that waits for a timer sleeps, too. A timer that the kit knows of will fire. It does
///    not know of all. So while an operation from outside the kit is under way, nothing must be
///    recorded for a while: that is the silence of the ``Policy``. In an engineer's test, nothing is
///    known while an operation is under way, and nothing must be recorded for a while in any case.
/// 8. A program that asks may have parts that ask as well: they decide first.
/// 9. If the deadline passes first, nothing is known, and the run decides nothing.
package struct RestDetector {
  let bench: Bench
  let rank: Rank
  /// Whether to run what waits in the main queue. Only the main thread can.
  var servesMainQueue = false
  /// How long to believe that a thread which wakes up again and again without recording anything
  /// will do something in the end. By default as long as silence must last.
  var patienceWithWaking: Duration?
  /// What it asks. Passed in so that a test can answer.
  var threads: () -> Platform.ThreadActivity = { Platform.threadActivity() }
  var pools = PoolMarkers()

  /// Whose process it is, and how long silence must last in it.
  package enum Policy: Sendable {
    /// The process runs one program of the kit, in which nothing waits for a timer.
    case program
    /// The process runs an engineer's test, in which anything may wait for a timer.
    case test(patience: Duration)
    /// The process runs an operation from outside the kit, which may wait for a timer.
    case stranger(silence: Duration)

    /// Whether nothing in the process waits for a timer.
    var isProgram: Bool { if case .program = self { true } else { false } }

    /// How long a test waits. `nil` in processes of the kit's own.
    var patience: Duration? { if case .test(let patience) = self { patience } else { nil } }

    /// How long nothing must be recorded although nothing is under way.
    var leastSilence: Duration { patience ?? .zero }

    /// How long nothing must be recorded while an operation is under way.
    var silence: Duration {
      switch self {
      case .program: .zero
      case .test(let silence), .stranger(let silence): silence
      }
    }
  }

  /// Which part of the program asks. Several may ask at once, and each sleeps between two looks. So
  /// a part decides only after those of lower rank: they will go on and do something then.
  enum Rank: Int, CaseIterable {
    /// A body that waits at a gate, as long as someone may open it.
    case body
    /// A program that settles.
    case program
    /// The host, which watches the program itself.
    case host
  }

  private static let pause = Duration.milliseconds(1)
  /// How long to pause where others must decide first, or nothing is expected soon.
  private static let longPause = Duration.milliseconds(10)

  /// Blocks the calling thread until the program has come to rest or the deadline has passed.
  ///
  /// - Parameters:
  ///   - limit: when to give up.
  ///   - silence: how long nothing must be recorded, whatever the policy says.
  ///   - progress: a number that changes with what happens and is not recorded.
  ///   - isInterrupted: ends the wait when it says so.
  /// - Returns: how it ended. `nil` if it was interrupted.
  func wait(
    deadline limit: Duration, silence: Duration = .zero, counting progress: () -> Int = { 0 },
    unless isInterrupted: () -> Bool = { false }
  ) -> Snapshot.Ending? {
    if let scheduler = bench.scheduler {
      return scheduler.waitForRest(rank, servesMainQueue: servesMainQueue, unless: isInterrupted)
    }
    bench.watchers.enter(rank)
    defer { bench.watchers.leave(rank) }
    let clock = ContinuousClock()
    // In a test, there must be time for silence and for the timers that were announced.
    let more = bench.policy.patience.map { $0 + (bench.watchers.longestTimer ?? .zero) }
    var deadline = Deadline(limit + (more ?? .zero))
    var (lastChange, lastWaking) = (clock.now, clock.now)
    var (stage, pools) = (Stage.looking, pools)
    var last: Look?
    while !deadline.isOver() {
      if isInterrupted() { return nil }
      // If the main queue cannot be served, something may be left in it.
      if servesMainQueue, !MainQueue.serve() { return .deadline }
      let look = look(after: clock.now - lastChange, progress())
      if look.changes != last?.changes {
        (stage, lastChange) = (.looking, clock.now)
        pools.startAgain()
      }
      let (isSame, isFirst) = (look == last, last?.isStill != true)
      if look.threads != last?.threads { lastWaking = clock.now }
      last = look
      var pause = look.isPreceded ? Self.longPause : Self.pause
      switch stage {
      case .looking where isSame && look.isStill: stage = .asking
      case .looking where isFirst && look.isStill: continue
      case .looking, .asking, .answered: break
      case .calm(let threads) where look.isStill && look.threads != threads:
        stage = .looking
        pools.startAgain()
      case .calm where isSame && look.isStill:
        let isUnderWay = !bench.policy.isProgram && bench.isUnderWay
        let needed = max(silence, isUnderWay ? bench.policy.silence : bench.policy.leastSilence)
        guard clock.now - lastChange >= needed,
          clock.now - lastWaking >= needed || clock.now - lastChange >= patience
        else {
          pause = Self.longPause
          break
        }
        return isUnderWay && bench.policy.patience != nil ? .deadline : .quiet
      case .calm: break
      }
      if stage == .asking, pools.haveRun() { stage = .answered; continue }
      if stage == .answered, look.isStill { stage = .calm(look.threads) }
      if stage != .asking { _ = Latch().wait(deadline: pause) }
    }
    return .deadline
  }

  /// How far the search has come since the last change.
  private enum Stage: Equatable {
    /// For two looks in a row at which all sleep.
    case looking
    /// For the markers in the pools to run.
    case asking
    /// For the threads that ran them to sleep again.
    case answered
    /// For the same picture once more, and for silence.
    case calm(Platform.ThreadActivity)
  }

  /// What is compared from one look to the next.
  private struct Look: Equatable {
    let isPreceded: Bool
    let threads: Platform.ThreadActivity
    let changes: Int

    var isStill: Bool { !isPreceded && threads != .running }
  }

  private func look(after silence: Duration, _ progress: Int) -> Look {
    // Asked before the threads are looked at: one who leaves later is seen to have moved.
    let isPreceded =
      bench.watchers.precede(rank) || bench.watchers.expectOutside
      || bench.watchers.isTimerDue(after: silence)
    return Look(
      isPreceded: isPreceded, threads: activity(after: silence),
      changes: bench.recorder.count &+ progress)
  }

  /// What the threads are doing. In silence that has lasted long enough, one moment at which all
  /// sleep will do: a thread may look every few milliseconds whether it may go on.
  private func activity(after silence: Duration) -> Platform.ThreadActivity {
    switch bench.policy {
    case .program: return threads()
    case .test, .stranger:
      let activity = threads()
      return silence >= patience && activity != .running ? .asleep(fingerprint: 0) : activity
    }
  }

  private var patience: Duration { patienceWithWaking ?? bench.policy.silence }
}

extension Bench {
  /// Whether, as far as states and the trace tell, something is about to happen.
  var isUnderWay: Bool { underWay != nil }

  /// What is under way, as far as states and the trace tell. `nil` if nothing is.
  var underWay: String? {
    // Asked on another thread, for an operation may never answer.
    let look = ask { [roster] in (standing: roster.snapshot(), leaks: roster.awaitsRelease) }
    let snapshot = look?.standing ?? Snapshot(isProgramBlocked: true)
    let started = Set(recorder.trace().events.filter { $0.kind == .started }.map(\.subject))
    let running = snapshot.operations.filter { operation in
      !operation.state.contains(.finished)
        && (operation.state.contains(.executing) || started.contains(operation.name))
    }.map(\.name)
    if policy.patience != nil {
      // A thread at a gate says nothing about an operation whose body it is not in.
      let busy = Set(running).subtracting(watchers.heldSubjects).sorted()
      if !busy.isEmpty { return "'\(busy.joined(separator: "', '"))' has started and not finished" }
      if watchers.freeErrands > 0 { return "a body that elsewhere(_:) runs has not returned" }
      if watchers.longestTimer != nil {
        return "a timer given to expectTimer(after:) has not fired"
      }
    } else if max(running.count, watchers.errands) > watchers.atGates {
      return "an operation is executing"
    }
    if look?.leaks == true { return "a finished operation has not been deallocated" }
    for queue in snapshot.queues {
      let operations = queue.operations.compactMap(snapshot.operation)
      // A finished operation is about to leave, and one with a slot about to start.
      if let finished = operations.first(where: { $0.state.contains(.finished) }) {
        return "'\(finished.name)' has finished and is still in '\(queue.name)'"
      }
      let begun = operations.count { $0.state.contains(.executing) }
      guard !queue.isSuspended, queue.width < 0 || begun < queue.width else { continue }
      let next = operations.first { operation in
        !operation.state.contains(.executing)
          && operation.dependencies.allSatisfy {
            snapshot.operation($0)?.state.contains(.finished) ?? true
          }
      }
      if let next { return "'\(next.name)' may start in '\(queue.name)'" }
    }
    return nil
  }
}

/// Markers that are put behind everything in Dispatch's pools.
///
/// A pool takes its work in the order in which it came. So once a marker has run, everything before
/// it has begun. As long as one has not, there is no thread for what may stand before it. The pool on
/// Linux has as many threads as there are cores, and adds about one each second while all are
/// blocked.
package struct PoolMarkers {
  /// How many must have run one after the other. A concurrent queue hands on to the pool what it
  /// holds only when its own turn comes, and that stands behind the marker.
  private static let rounds = 3
  /// How long a marker may hold up the calling thread.
  private static let pause = Duration.milliseconds(2)

  private let pools: [DispatchQueue]
  private var doors: [Latch] = []
  private var round = 0
  /// Whether the markers that are on their way were put before it started again.
  private var isOutdated = false

  /// - Parameter pools: by default Dispatch's own, one for each quality of service. Those behind
  ///   serial queues give every queue a thread of its own.
  init(pools: [DispatchQueue] = Self.all) {
    self.pools = pools
  }

  static let all = [
    DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background,
  ].map { DispatchQueue.global(qos: $0) }

  /// Whether each pool has a thread for what is put into it now. It has none if all threads sleep,
  /// and a marker has not run.
  package static func findThreads() -> Bool {
    var markers = PoolMarkers()
    while !markers.haveRun() {
      if Platform.threadActivity() != .running, !markers.haveRun() { return false }
    }
    return true
  }

  /// Something has happened since, and may have given the pools something more.
  mutating func startAgain() {
    round = 0
    isOutdated = !doors.isEmpty
  }

  /// Whether all markers have run since it was asked first. If not, ask again.
  mutating func haveRun() -> Bool {
    while round < Self.rounds {
      if doors.isEmpty {
        doors = pools.map { pool in
          let door = Latch()
          pool.async { door.open() }
          return door
        }
      }
      guard doors.allSatisfy({ $0.wait(deadline: Self.pause) }) else { return false }
      doors = []
      if isOutdated { isOutdated = false } else { round += 1 }
    }
    return true
  }

  /// Waits until all have run. `false` when that takes too long, or is not needed any more.
  mutating func haveRun(within limit: Duration, unless isNeedless: () -> Bool = { false }) -> Bool {
    var deadline = Deadline(limit, most: 3)
    while !haveRun() {
      if isNeedless() || deadline.isOver() { return false }
    }
    return true
  }
}
