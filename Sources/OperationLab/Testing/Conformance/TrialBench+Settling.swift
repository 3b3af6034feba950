import Foundation
import OperationLab

extension TrialBench {
  /// Waits until nothing more can happen. See ``Bench/settle(deadline:)``.
  ///
  /// In a patient trial, sleeping threads are not enough. A thread may wait for a timer, or
  /// Dispatch may still add a thread.
  ///
  /// - Parameter allowsForTimers: whether to wait as long as for a running operation, even if none
  ///   runs, and longer for a thread that wakes up repeatedly.
  func settle(allowingForTimers allowsForTimers: Bool = false) {
    if isPatient {
      awaitSilence()
    } else if allowsForTimers {
      // It may be a loop that counts its checks.
      let detector = RestDetector(
        bench: bench, rank: .program, servesMainQueue: Thread.isMainThread,
        patienceWithWaking: Pace.most)
      _ = detector.wait(deadline: Self.limit, silence: bench.policy.silence)
    }
    _ = bench.settle()
  }

  /// Waits until the operation is ready or reading `isReady` does not return, and longer in a
  /// patient trial.
  ///
  /// - Returns: `false` if it has not become ready in that time.
  func isReadyInTime(_ operation: Operation) -> Bool {
    wait(atMost: isPatient ? Self.limit : Self.timeToBegin) {
      bench.ask { operation.isReady } != false
    }
  }

  /// Waits until the condition is true.
  ///
  /// - Returns: `false` if it did not become true in that time.
  @discardableResult
  func wait(
    atMost time: Duration = timeToBegin, servesMainQueue: Bool = true, until isSo: () -> Bool
  ) -> Bool {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    var deadline = Deadline(time)
    while !isSo() {
      if deadline.isOver() { return false }
      pause(servesMainQueue: servesMainQueue && Thread.isMainThread, for: .milliseconds(1))
    }
    return true
  }

  /// Waits for a period in which no thread works and no event is recorded.
  ///
  /// - Parameters:
  ///   - silence: the length of the period.
  ///   - servesMainQueue: whether to run the blocks of the main queue meanwhile, if the calling
  ///     thread can.
  ///   - pools: Dispatch's pools, which must have begun all their blocks.
  ///   - progress: a number that changes with events that are not recorded.
  ///   - isOver: ends the wait when it returns `true`.
  /// - Returns: whether there was such a period.
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

  /// Runs the pending blocks of the main queue, and then sleeps briefly so that others can run.
  ///
  /// It does not use a time limit of the run loop, because that is a timer, which wakes other
  /// threads.
  func pause(servesMainQueue: Bool, for length: Duration = .milliseconds(50)) {
    if servesMainQueue { _ = MainQueue.serve() }
    _ = Latch().wait(deadline: length)
  }

  /// How long an operation may take to become ready, to begin its work, or to end it.
  static let timeToBegin = Duration.seconds(2)
  /// The required silence. It is longer than Dispatch takes to add two threads to its pool.
  static let patience = Duration.milliseconds(2500)
  /// The longest wait. It is shorter than the deadline of gates.
  static let limit = Duration.seconds(6)
}
