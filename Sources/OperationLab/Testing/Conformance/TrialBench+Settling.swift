import Foundation
import OperationLab

extension TrialBench {
  /// Waits until nothing can happen any more; see ``Bench/settle(deadline:)``.
  ///
  /// When the trial is run again with patience, it does not take the sleep of all threads for the
  /// end: somebody may wait for a timer, or for a thread that Dispatch has yet to add.
  ///
  /// - Parameter trustingNaps: whether to wait longer for who only looks now and then whether it may
  ///   go on: it may count how often.
  func settle(trustingNaps: Bool = false) {
    if isPatient { waitPatiently() }
    if trustingNaps, bench.sharesProcess { outwaitNaps() }
    _ = bench.settle(trustingNaps: trustingNaps)
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
    let servesMainQueue = !bench.sharesProcess && Thread.isMainThread
    Platform.withUncountedNaps {
      while !isSo(), !deadline.isOver() {
        pause(servesMainQueue: servesMainQueue, for: .milliseconds(1))
      }
    }
  }

  /// Waits until something is written down, for as long as naps are believed in, if the thread takes
  /// any that began the work: in a process that is shared, the others may be anybody's.
  private func outwaitNaps() {
    _ = SharedQuiescence(bench: bench).wait(deadline: Bench.usualDeadline)
    let count = bench.recorder.count
    var deadline = Deadline(Quiescence.nap)
    while let thread = probe.beginner?.thread, Platform.mayWakeUp(thread, within: Quiescence.nap),
      bench.recorder.count == count, !deadline.isOver()
    {
      pause(servesMainQueue: false, for: .milliseconds(10))
    }
  }

  /// Waits until for ``patience`` nothing was written down, no operation changed, and no thread was
  /// seen at work.
  ///
  /// - Parameters:
  ///   - servesMainQueue: whether to run what is put into the main queue meanwhile.
  ///   - isOver: ends the wait when it says so.
  func waitPatiently(servesMainQueue: Bool = true, until isOver: () -> Bool = { false }) {
    bench.watchers.enter(.program)
    defer { bench.watchers.leave(.program) }
    bench.taskPool?.waitForThreads(unless: isOver)
    Platform.withUncountedNaps {
      let clock = ContinuousClock()
      var lastChange = clock.now
      var (lastPicture, wasRunning) = (Picture?.none, false)
      var (start, lateness) = (clock.now, Lateness(usual: .milliseconds(70)))
      while clock.now - lastChange < Self.patience, clock.now - start < Self.limit, !isOver() {
        guard let snapshot = bench.standing(patience: Self.patience) else { return }
        let late = lateness.atThisLook()
        (start, lastChange) = (start + late, lastChange + late)
        let picture = Picture(events: bench.recorder.count, snapshot: snapshot)
        // A flicker is a system's own thread, or somebody between two naps; who works, or waits for
        // a core, is there next time, too.
        let isRunning =
          !bench.sharesProcess
          && (1...3).allSatisfy { _ in Platform.threadActivity() == .running }
        if picture != lastPicture || isRunning && wasRunning { lastChange = clock.now }
        wasRunning = isRunning
        lastPicture = picture
        pause(servesMainQueue: servesMainQueue && Thread.isMainThread)
      }
    }
  }

  /// Keeps the host from taking the trial's thread for stuck before it has stood still for long;
  /// call the result when the trial is over.
  func holdOffHost() -> @Sendable () -> Void {
    let isOver = Door()
    let recorder = bench.recorder
    let watchers = bench.watchers
    watchers.enter(.program)
    Platform.detachHelperThread {
      defer { watchers.leave(.program) }
      let clock = ContinuousClock()
      var (count, lastEvent) = (recorder.count, clock.now)
      while !isOver.wait(deadline: .milliseconds(50)), clock.now - lastEvent < Self.patience * 2 {
        if recorder.count != count { (count, lastEvent) = (recorder.count, clock.now) }
      }
    }
    return isOver.open
  }

  /// Sleeps shortly, so that others can go on, and runs what is in the main queue by then.
  ///
  /// Not with a time limit of the run loop's: that would be a timer, which wakes other threads.
  func pause(servesMainQueue: Bool, for length: Duration = .milliseconds(50)) {
    if servesMainQueue { _ = MainQueue.serve() }
    _ = Door().wait(deadline: length)
  }

  /// What is compared from one look to the next.
  private struct Picture: Equatable {
    let events: Int
    let snapshot: Snapshot
  }

  /// How long an operation may take until it is ready, or has begun its work, or has ended it.
  static let timeToBegin = Duration.seconds(2)
  /// How long nothing must happen: longer than Dispatch takes to add two threads to its pool.
  static let patience = Duration.milliseconds(2500)
  /// How long to wait at most: answers may change each time that somebody asks. Less than gates wait.
  private static let limit = Duration.seconds(6)
}

extension Bench {
  /// What an operation answers; `nil` if it gives no answer.
  func ask<Answer: Sendable>(
    patience: Duration = .zero, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    watchers.enter(.body)
    defer { watchers.leave(.body) }
    return inquiry.ask(patience: patience, question)
  }

  /// How everything stands; `nil` if an operation, asked for its state, gives no answer for so long.
  fileprivate func standing(patience: Duration) -> Snapshot? {
    ask(patience: patience) { [roster] in roster.snapshot() }
  }
}
