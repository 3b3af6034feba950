import Foundation
import Synchronization

/// Finds out when nothing can happen any more.
///
/// Not by waiting for some time, which is either too long or, on a busy machine, too short, but by
/// asking the system what every thread is doing. Where the system cannot be asked
/// (``Platform/threadActivity(besides:)``), silence for a while has to do.
struct Quiescence {
  let bench: Bench
  let rank: Rank
  /// Whether to run what waits in the main queue; only the main thread may.
  let servesMainQueue: Bool

  /// Who is asking. Several may ask at once, and between two looks each of them sleeps; so nobody
  /// decides anything before those of lower rank have: they will go on and do something then.
  enum Rank: Int, CaseIterable {
    /// A body that waits at a gate, unless nobody will come.
    case body
    /// A program that settles.
    case program
    /// The host, which watches the program itself.
    case host
  }

  /// How long to believe that a ready operation with a free slot will still be started although
  /// every thread sleeps: when all threads of the system's pool are blocked, it adds one only
  /// after about a second.
  private static let patience = Duration.milliseconds(1500)
  /// How long nothing must happen where threads cannot be asked.
  private static let silence = Duration.milliseconds(150)
  private static let pause = Duration.milliseconds(1)
  /// How long a thread may sleep by a clock of its own and still count as busy, where the bench is
  /// told to believe in sleepers.
  private static let nap = Duration.seconds(2)
  /// How long to pause while somebody of lower rank must decide first, who can do so only when
  /// this thread sleeps.
  private static let longPause = Duration.milliseconds(10)

  /// Returns once everything is quiet, or the deadline has passed.
  func wait(deadline: Duration) -> Snapshot.Ending {
    // Without an interruption there is always an ending.
    wait(deadline: deadline, unless: { false }) ?? Snapshot.Ending.deadline
  }

  /// Returns as above, or `nil` as soon as `isInterrupted` says so.
  func wait(deadline: Duration, unless isInterrupted: () -> Bool) -> Snapshot.Ending? {
    Platform.watching { look(deadline: deadline, unless: isInterrupted) }
  }

  private func look(deadline: Duration, unless isInterrupted: () -> Bool) -> Snapshot.Ending? {
    bench.watchers.enter(rank)
    defer { bench.watchers.leave(rank) }
    let clock = ContinuousClock()
    let start = clock.now
    var lastChange = start
    var lastPicture: Picture?
    var lastEvent = start
    var isStill = false
    while clock.now - start < deadline {
      if isInterrupted() { return nil }
      serveMainQueue()
      // Asked before the threads are looked at: one who leaves later is seen to have moved.
      let isPreceded = bench.watchers.precede(rank) || bench.watchers.expectOutside
      let picture = Picture(
        isPreceded: isPreceded, threads: Platform.threadActivity(), events: bench.recorder.count)
      if picture.events != lastPicture?.events { lastEvent = clock.now }
      if picture != lastPicture {
        lastChange = clock.now
        lastPicture = picture
        isStill = false
        // Two equal pictures in a row are needed: the main queue was served between them.
        if picture.isDecisive { continue }
      } else if picture.isDecisive, isOver(after: clock.now - lastChange, picture) {
        if isStill { return .quiet }
        // Who sleeps by a clock may wake up while it is asked who does: then the next picture is
        // another one.
        isStill = !mayGoOn(after: clock.now - lastEvent)
        if isStill, bench.patience == nil { return .quiet }
      }
      _ = Door().wait(deadline: isPreceded ? Self.longPause : Self.pause)
    }
    return .deadline
  }

  /// What is compared from one look to the next.
  private struct Picture: Equatable {
    let isPreceded: Bool
    let threads: Platform.ThreadActivity
    let events: Int

    var isDecisive: Bool { !isPreceded && threads != .running }
  }

  private func isOver(after stillness: Duration, _ picture: Picture) -> Bool {
    if picture.threads == .unknown { return stillness >= Self.silence }
    return stillness >= Self.patience || !bench.poolIsExhausted || !bench.somethingCouldStart
  }

  /// Whether somebody sleeps who will wake up by a clock, where the bench is told to ask: a thread
  /// of which the system knows when, or an operation that may wait for a timer.
  private func mayGoOn(after silence: Duration) -> Bool {
    guard let patience = bench.patience else { return false }
    return silence < Self.nap && Platform.isNapping(within: Self.nap)
      || silence < patience && bench.somethingIsUnderWay
  }

  /// Runs what is in the main queue by now. The queue is first in, first out: once the marker has
  /// run, so has everything before it. There is no time limit, because a limit is a timer, and a
  /// timer wakes other threads.
  private func serveMainQueue() {
    guard servesMainQueue else { return }
    let marker = Door()
    DispatchQueue.main.async { marker.open() }
    while !marker.isOpen {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}

/// How many threads wait for quiet on one bench, by rank, and how many at its gates.
final class Watchers: Sendable {
  private let waiting = Atomic<Int>(0)
  private let errandCount = Atomic<Int>(0)
  private let expecting = Atomic<Int>(0)
  private let counts = Locked([Int](repeating: 0, count: Quiescence.Rank.allCases.count))

  func enter(_ rank: Quiescence.Rank) { counts.withLock { $0[rank.rawValue] += 1 } }
  func leave(_ rank: Quiescence.Rank) { counts.withLock { $0[rank.rawValue] -= 1 } }

  /// How many threads wait at a gate.
  var atGates: Int { waiting.load(ordering: .sequentiallyConsistent) }

  /// Counts the calling thread as waiting at a gate meanwhile.
  func atGate(_ body: () -> Bool) -> Bool {
    waiting.add(1, ordering: .sequentiallyConsistent)
    defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// How many things are to be done on threads of the bench's own, or being done.
  var errands: Int { errandCount.load(ordering: .sequentiallyConsistent) }

  func beginErrand() { errandCount.add(1, ordering: .sequentiallyConsistent) }
  func endErrand() { errandCount.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether a thread waits for something from outside this process.
  var expectOutside: Bool { expecting.load(ordering: .sequentiallyConsistent) > 0 }

  /// Counts the calling thread as waiting for the outside meanwhile.
  func expectingOutside(_ body: () -> Bool) -> Bool {
    expecting.add(1, ordering: .sequentiallyConsistent)
    defer { expecting.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Whether somebody of a lower rank is waiting.
  func precede(_ rank: Quiescence.Rank) -> Bool {
    counts.withLock { $0[..<rank.rawValue].contains { $0 > 0 } }
  }
}

extension Bench {
  /// Whether so many bodies are at work that the system's pool may have no thread left.
  fileprivate var poolIsExhausted: Bool {
    var inside: Set<String> = []
    for event in recorder.trace().events {
      switch event.kind {
      case .began, .started: inside.insert(event.subject)
      case .ended, .returned: inside.remove(event.subject)
      default: break
      }
    }
    return inside.count >= ProcessInfo.processInfo.activeProcessorCount
  }

  /// Whether an operation has been started and is not finished, other than those that are held up
  /// at a gate; or waits in a queue for a condition of its own, which may come true.
  fileprivate var somethingIsUnderWay: Bool {
    let started = Set(recorder.trace().events.filter { $0.kind == .started }.map(\.subject))
    let snapshot = standing()
    let underWay = snapshot.operations.count { operation in
      !operation.state.contains(.finished)
        && (operation.state.contains(.executing) || started.contains(operation.name))
    }
    return underWay > watchers.atGates
      || snapshot.queues.contains { queue in
        !queue.isSuspended
          && queue.operations.compactMap(snapshot.operation).contains(where: snapshot.mayGetReady)
      }
  }

  /// Whether, as far as flags and the trace tell, a queue should start another operation.
  fileprivate var somethingCouldStart: Bool {
    let snapshot = standing()
    let started = Set(
      recorder.trace().events.filter { $0.kind == .started || $0.kind == .began }.map(\.subject))
    return snapshot.queues.contains { queue in
      guard !queue.isSuspended else { return false }
      let operations = queue.operations.compactMap(snapshot.operation)
      let begun = operations.filter { started.contains($0.name) || $0.state.contains(.executing) }
      let hasSlot = queue.width < 0 || begun.count < queue.width
      return hasSlot
        && operations.contains { !started.contains($0.name) && $0.state.isReadyAndIdle }
    }
  }
}

extension Snapshot {
  /// Whether nothing but a condition of its own keeps an operation from being ready.
  fileprivate func mayGetReady(_ operation: Operation) -> Bool {
    operation.state.isDisjoint(with: [.ready, .executing, .finished])
      && operation.dependencies.allSatisfy { self.operation($0)?.state.contains(.finished) ?? true }
  }
}

extension OperationState {
  fileprivate var isReadyAndIdle: Bool {
    contains(.ready) && isDisjoint(with: [.executing, .finished])
  }
}
