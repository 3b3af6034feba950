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
  var servesMainQueue: Bool
  /// What it asks. Passed in so that a test can answer.
  var threads: () -> Platform.ThreadActivity
  var pools: PoolMarkers
  var clock: RestDriver.Clock

  package init(
    bench: Bench, rank: Rank, servesMainQueue: Bool = false,
    threads: @escaping () -> Platform.ThreadActivity = { Platform.threadActivity() },
    pools: PoolMarkers = PoolMarkers(), clock: RestDriver.Clock = .system
  ) {
    (self.bench, self.rank, self.servesMainQueue) = (bench, rank, servesMainQueue)
    self.threads = threads
    (self.pools, self.clock) = (pools, clock)
  }

  /// Whose process it is, and how long silence must last in it.
  package enum Policy: Sendable {
    /// The process runs one program of the kit, in which nothing waits for a timer.
    case program
    /// The process runs an engineer's test, in which anything may wait for a timer.
    case test(patience: Duration)
    /// The process runs an operation from outside the kit, which may wait for a timer.
    case subject(silence: Duration)

    /// Whether it is the process that tells how long such an operation takes.
    var measures: Bool {
      if case .subject(let silence) = self { silence >= Durations.mostPatience } else { false }
    }

    /// Whether nothing in the process waits for a timer.
    var isProgram: Bool { if case .program = self { true } else { false } }

    /// How long a test waits. `nil` in processes of the kit's own.
    var patience: Duration? { if case .test(let patience) = self { patience } else { nil } }

    /// How long nothing must be recorded although nothing is under way.
    var leastSilence: Duration { patience ?? .zero }

    /// How long nothing must be recorded while an operation is under way.
    package var silence: Duration {
      switch self {
      case .program: .zero
      case .test(let silence), .subject(let silence): silence
      }
    }
  }

  /// Which part of the program asks. Several may ask at once, and each sleeps between two looks. So
  /// a part decides only after those of lower rank: they will go on and do something then.
  package enum Rank: Int, CaseIterable {
    /// A body that waits at a gate, as long as someone may open it.
    case body
    /// A program that settles.
    case program
    /// The host, which watches the program itself.
    case host
  }

  /// Blocks the calling thread until the program has come to rest or the deadline has passed.
  ///
  /// - Parameters:
  ///   - limit: when to give up.
  ///   - silence: how long nothing must be recorded, whatever the policy says.
  ///   - progress: a number that changes with what happens and is not recorded.
  ///   - isInterrupted: ends the wait when it says so.
  /// - Returns: how it ended. `nil` if it was interrupted.
  package func wait(
    deadline limit: Duration, silence: Duration = .zero, counting progress: () -> Int = { 0 },
    unless isInterrupted: () -> Bool = { false }
  ) -> Snapshot.Ending? {
    if let scheduler = bench.scheduler {
      return scheduler.waitForRest(rank, servesMainQueue: servesMainQueue, unless: isInterrupted)
    }
    bench.waitingThreads.enter(rank)
    defer { bench.waitingThreads.leave(rank) }
    let policy = bench.policy
    // In a test, there must be time for silence and for the timers that were announced.
    let more = policy.patience.map { $0 + (bench.waitingThreads.longestTimer ?? .zero) }
    let driver = RestDriver(
      servesMainQueue: servesMainQueue,
      patience: policy.isProgram ? nil : policy.silence, pools: pools,
      clock: clock)
    var (isOver, isUnderWay) = (false, false)
    let isDecided = driver.run(until: Deadline(limit + (more ?? .zero))) { silence in
      // Asked before the threads are looked at: one who leaves later is seen to have moved.
      let isPreceded =
        bench.waitingThreads.precede(rank) || bench.waitingThreads.expectOutside
        || bench.waitingThreads.isTimerDue(after: silence)
      return RestSearch.Look(
        threads: threads(), changes: bench.recorder.count &+ progress(), isPreceded: isPreceded)
    } decides: { _, step in
      isOver = isInterrupted()
      guard !isOver, step.isRest(for: .zero) else { return isOver }
      isUnderWay = !policy.isProgram && bench.underWay(within: limit) != nil
      let least = max(silence, isUnderWay ? policy.silence : policy.leastSilence)
      guard step.isRest(for: least) else { return false }
      // The next timer may be one of the operation.
      return !(isUnderWay && policy.measures) || step.isRest(for: least + Durations.nearTime)
        || !Platform.waitsForTime(mayBeDispatchs: true)
    }
    if isOver { return nil }
    return isDecided && !(isUnderWay && policy.patience != nil) ? .quiet : .deadline
  }
}

extension Bench {
  /// What is under way, as far as states and the trace tell. `nil` if nothing is.
  ///
  /// - Parameter limit: how long an operation may take to answer.
  func underWay(within limit: Duration = Durations.settling) -> String? {
    // Asked on another thread, for an operation may never answer.
    let look = ask(within: limit) { [registry] in
      (standing: registry.snapshot(), leaks: registry.awaitsRelease)
    }
    let snapshot = look?.standing ?? Snapshot(isProgramBlocked: true)
    let started = Set(recorder.trace().events.filter { $0.kind == .started }.map(\.subject))
    let running = snapshot.operations.filter { operation in
      !operation.state.contains(.finished)
        && (operation.state.contains(.executing) || started.contains(operation.name))
    }.map(\.name)
    if policy.patience != nil {
      // A thread at a gate says nothing about an operation whose body it is not in.
      let busy = Set(running).subtracting(waitingThreads.heldSubjects).sorted()
      if !busy.isEmpty { return "'\(busy.joined(separator: "', '"))' has started and not finished" }
      if waitingThreads.runningWork > 0 { return "a body that elsewhere(_:) runs has not returned" }
      if waitingThreads.longestTimer != nil {
        return "a timer given to expectTimer(after:) has not fired"
      }
    } else if max(running.count, waitingThreads.pendingWork) > waitingThreads.atGates {
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
