import Foundation
import OperationLab

/// Finds out when nothing can happen any more.
///
/// Not by waiting for some time, which is either too long or, on a busy machine, too short, but by
/// asking the system what every thread is doing, and Dispatch's pools whether they hold anything
/// that no thread has begun (``RollCall``): a pool whose threads are all blocked looks like rest.
/// Where the system cannot be asked (``Platform/threadActivity()``), seconds of silence and of idle
/// processors have to do (``Stillness``).
struct Quiescence {
  let bench: Bench
  let rank: Rank
  /// Whether to run what waits in the main queue; only the main thread may.
  let servesMainQueue: Bool
  /// Whether to believe in naps that have come to nothing as long as in one that is still going on.
  var trustsNaps = false
  /// What it asks; passed in so that a test can answer.
  var threads: () -> Platform.ThreadActivity = Platform.threadActivity
  var longestNap: (Duration) -> Duration? = Platform.longestNap(within:)
  var rollCall = RollCall()
  var stillness = Stillness()

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

  private static let pause = Duration.milliseconds(1)
  /// How long a thread may sleep by a clock of its own and still count as busy, where the bench is
  /// told to believe in sleepers.
  static let nap = Duration.seconds(2)
  /// After so many naps of which nothing has come, a thread only looks whether it may go on.
  private static let napsInVain = 20
  /// Who takes naps as short as this is hardly ever found in the same one twice.
  private static let shortNap = Duration.milliseconds(15)
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
    if let scheduler = bench.scheduler {
      return scheduler.waitForRest(
        rank, servesMainQueue: servesMainQueue, unless: isInterrupted)
    }
    return Platform.withUncountedNaps { look(deadline: deadline, unless: isInterrupted) }
  }

  private func look(deadline: Duration, unless isInterrupted: () -> Bool) -> Snapshot.Ending? {
    bench.watchers.enter(rank)
    defer { bench.watchers.leave(rank) }
    let clock = ContinuousClock()
    var (deadline, lateness) = (Deadline(deadline), Lateness())
    var lastEvent = clock.now
    var naps = Naps()
    var eventCount = -1
    var lastPicture: Picture?
    var rollCall = rollCall
    var calm = Calm.unknown
    var stillness = stillness
    stillness.startAgain()
    while !deadline.isOver() {
      if isInterrupted() { return nil }
      deadline.postpone(by: lateness.atThisLook())
      var pause = Self.pause
      // Who cannot serve the main queue cannot know that nothing is left in it.
      if servesMainQueue, !MainQueue.serve() { return .deadline }
      // Asked before the threads are looked at: one who leaves later is seen to have moved.
      let isPreceded = bench.watchers.precede(rank) || bench.watchers.expectOutside
      let picture = Picture(
        isPreceded: isPreceded, threads: activity(after: clock.now - lastEvent),
        events: bench.recorder.count)
      if picture.events != eventCount {
        (eventCount, lastEvent, calm) = (picture.events, clock.now, .unknown)
        naps = Naps()
        stillness.startAgain()
      }
      if picture != lastPicture {
        lastPicture = picture
        if calm != .answering { calm = .unknown }
        if calm == .unknown { rollCall.startAgain() }
        if calm == .answering, picture.isDecisive { calm = .answered }
        // Two equal pictures in a row are needed: the main queue was served between them.
        if picture.isDecisive { continue }
      } else if picture.isDecisive, picture.threads != .unknown || stillness.isLongEnough() {
        switch calm {
        case .unknown:
          if rollCall.isComplete() {
            (calm, lastPicture) = (.answering, nil)
            continue
          }
        case .answering, .answered:
          // Who sleeps by a clock may wake up while it is asked who does: then the next picture is
          // another one.
          if !mayGoOn(after: clock.now - lastEvent, &naps) {
            if bench.patience == nil { return .quiet }
            calm = .still
          } else {
            // Nothing is due soon, and to ask takes time.
            pause = Self.longPause
          }
        case .still: return .quiet
        }
      }
      let isSlow = isPreceded || picture.threads == .unknown
      _ = Door().wait(deadline: isSlow ? Self.longPause : pause)
    }
    return .deadline
  }

  /// What is known about rest while pictures stay equal.
  private enum Calm {
    /// Every thread sleeps, or may: but the pools may hold something for which they have no thread.
    case unknown
    /// The pools have begun all they had. Who has answered is about to fall asleep again.
    case answering
    /// Since then all have been asleep.
    case answered
    /// And nobody sleeps by a clock.
    case still
  }

  /// What is compared from one look to the next.
  private struct Picture: Equatable {
    let isPreceded: Bool
    let threads: Platform.ThreadActivity
    let events: Int

    var isDecisive: Bool { !isPreceded && threads != .running }
  }

  /// What the threads are doing. After some silence, where the bench is told to ask for sleepers, it
  /// is enough that all of them are asleep at one moment: some may only look, every few milliseconds,
  /// whether they may go on.
  private func activity(after silence: Duration) -> Platform.ThreadActivity {
    let threads = threads()
    guard case .asleep = threads, bench.patience != nil,
      silence >= timeInVain(withNapsOf: Self.shortNap)
    else { return threads }
    return .asleep(fingerprint: 0)
  }

  /// How long naps of that length may come to nothing before nothing more is expected of them.
  private func timeInVain(withNapsOf nap: Duration) -> Duration {
    trustsNaps ? Self.nap : max(bench.patience ?? .zero, nap * Self.napsInVain)
  }

  /// What has been seen since the last event of those who sleep by a clock.
  private struct Naps {
    var start: ContinuousClock.Instant?
    var longest = Duration.zero
  }

  /// Whether somebody sleeps who will wake up by a clock, where the bench is told to ask: a thread
  /// of which the system knows when, or an operation that may wait for a timer.
  private func mayGoOn(after silence: Duration, _ naps: inout Naps) -> Bool {
    guard let patience = bench.patience else { return false }
    if silence < Self.nap, let nap = longestNap(Self.nap) {
      let now = ContinuousClock().now
      let start = naps.start ?? now
      naps = Naps(start: start, longest: max(naps.longest, nap))
      if now - start < timeInVain(withNapsOf: naps.longest) { return true }
    }
    return silence < patience && bench.somethingIsUnderWay
  }
}

extension Bench {
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
}

extension Snapshot {
  /// Whether nothing but a condition of its own keeps an operation from being ready.
  fileprivate func mayGetReady(_ operation: Operation) -> Bool {
    operation.state.isDisjoint(with: [.ready, .executing, .finished])
      && operation.dependencies.allSatisfy { self.operation($0)?.state.contains(.finished) ?? true }
  }
}
