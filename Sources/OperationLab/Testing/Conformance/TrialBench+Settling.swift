import Foundation
import OperationLab

extension TrialBench {
  /// Waits until nothing can happen any more; see ``Bench/settle(deadline:)``.
  ///
  /// When the trial is run again with patience, the sleep of all threads is not taken for the end:
  /// somebody may wait for a timer, or for a thread that Dispatch has yet to add.
  ///
  /// - Parameter allowsForTimers: whether to wait as long as for an operation that is under way,
  ///   though none may be, and longer for a thread that wakes up again and again.
  func settle(allowingForTimers allowsForTimers: Bool = false) {
    if isPatient {
      awaitSilence()
    } else if allowsForTimers {
      // It may count how often it has looked.
      let detector = RestDetector(
        bench: bench, rank: .program, servesMainQueue: Thread.isMainThread,
        patienceWithWaking: Pace.most, worker: { probe.beginner?.thread })
      _ = detector.wait(deadline: Self.limit, silence: bench.policy.silence)
    }
    _ = bench.settle()
  }

  /// Waits until the operation is ready, at most for ``timeToBegin``, or until it gives no answer.
  ///
  /// Foundation's own `start()` ends the process of who calls it sooner: a queue does not.
  func waitForReadiness(of operation: Operation) {
    wait { bench.ask { operation.isReady } != false }
  }

  /// Waits until that is so, at most for ``timeToBegin``, and serves the main queue meanwhile.
  func wait(until isSo: () -> Bool) {
    bench.watchers.enter(.program)
    defer { bench.watchers.leave(.program) }
    var deadline = Deadline(Self.timeToBegin)
    while !isSo(), !deadline.isOver() {
      pause(servesMainQueue: Thread.isMainThread, for: .milliseconds(1))
    }
  }

  /// Waits until nothing has been recorded for so long while no thread was at work.
  ///
  /// - Parameters:
  ///   - silence: how long.
  ///   - servesMainQueue: whether to run what is put into the main queue meanwhile, if the calling
  ///     thread can.
  ///   - pools: Dispatch's pools, which must have begun all they were given.
  ///   - progress: a number that changes with what happens and is not recorded.
  ///   - isOver: ends the wait when it says so.
  /// - Returns: whether there was such a silence.
  @discardableResult
  func awaitSilence(
    _ silence: Duration = patience, servesMainQueue: Bool = true,
    pools: PoolMarkers = PoolMarkers(), counting progress: () -> Int = { 0 },
    until isOver: () -> Bool = { false }
  ) -> Bool {
    let detector = RestDetector(
      bench: bench, rank: .program, servesMainQueue: servesMainQueue && Thread.isMainThread,
      pools: pools)
    let ending = detector.wait(
      deadline: Self.limit, silence: silence, counting: progress, unless: isOver)
    return ending == .quiet
  }

  /// Sleeps shortly, so that others can go on, and runs what is in the main queue by then.
  ///
  /// Not with a time limit of the run loop's: that would be a timer, which wakes other threads.
  func pause(servesMainQueue: Bool, for length: Duration = .milliseconds(50)) {
    if servesMainQueue { _ = MainQueue.serve() }
    _ = Door().wait(deadline: length)
  }

  /// How long an operation may take until it is ready, or has begun its work, or has ended it.
  static let timeToBegin = Duration.seconds(2)
  /// How long nothing must happen: longer than Dispatch takes to add two threads to its pool.
  static let patience = Duration.milliseconds(2500)
  /// How long to wait at most. Less than gates wait.
  static let limit = Duration.seconds(6)
}
