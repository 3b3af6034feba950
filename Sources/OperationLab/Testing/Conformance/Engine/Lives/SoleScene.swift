import Foundation
import OperationBench
import OperationLab

/// Leads operations through a ``Life`` that takes all of a process, such as a crowd. It is led in one go,
/// while a ``LifeScene`` takes its steps together with others.
struct SoleScene: Sendable {
  /// Which of these lives.
  let life: Life
  /// The source of operations, queues and gates, and the recorder of events.
  let bench: Bench
  /// The work of the operation under check.
  let work: Environment
  /// What makes the operations.
  let subject: Subject
  /// Whether it is a repetition that waits longer for a missing event.
  let waitsLong: Bool
  /// Whether an operation needs no thread while its work goes on, as far as it is known.
  let keepsNoThread: Bool
  private let probe: Probe

  init(_ life: Life, of subject: Subject, _ request: LivesRequest, on bench: Bench) {
    self.life = life
    self.bench = bench
    self.subject = subject
    (waitsLong, keepsNoThread) = (request.waitsLong, request.keepsNoThread)
    work = Environment(
      Probe.subject, .endsLater, isHeld: life.start == .watched, on: bench)
    probe = work.probe()
  }

  /// Leads it. To be called on the main thread.
  func run() {
    switch life.start {
    case .alone: leaveAlone()
    case .watched: watchThreads()
    case .mainWaits: waitOnMainThread()
    case .crowd: runCrowd()
    case .row: runInARow()
    case .racedByHand, .raced: bench.scheduler == nil ? liveOftenAtOnce() : liveOnce()
    case .unstarted, .queued, .byHand, .behind, .beside, .followed, .dependent, .dependentLate:
      preconditionFailure("a LifeScene leads it")
    }
    if waitsLong { awaitSilence() }
  }

  /// A new operation under check.
  func make() -> Operation { watch(subject.make(probe)) }

  private func watch(_ operation: Operation) -> Operation {
    operation.name = Life.subject
    return bench.watch(operation, as: Life.subject)
  }

  /// It is put into a queue. Records whether it keeps any of the probe's work.
  private func leaveAlone() {
    weak var lifetime: AnyObject?
    let operation: Operation
    do {
      let probe = work.probe()
      lifetime = probe.lifetime
      operation = subject.make(probe)
    }
    if subject.usesProbe, lifetime == nil { bench.log(Life.subject)(.keepsNoWork) }
    bench.queue("queue", width: 1).addOperation(watch(operation))
  }
}

extension SoleScene {
  /// Waits until the condition is true.
  ///
  /// - Returns: `false` if it did not become true in that time.
  @discardableResult
  func wait(until isSo: () -> Bool) -> Bool {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    var deadline = Deadline(Durations.mostPatience)
    while !isSo() {
      if deadline.isOver() { return false }
      pause(for: .milliseconds(1))
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
    _ silence: Duration = Durations.silence, servesMainQueue: Bool = true,
    pools: PoolMarkers = PoolMarkers(), counting progress: () -> Int = { 0 },
    until isOver: () -> Bool = { false }
  ) -> Bool {
    let detector = RestDetector(
      bench: bench, rank: .program, servesMainQueue: servesMainQueue && Thread.isMainThread,
      pools: pools)
    let ending = detector.wait(
      deadline: Durations.longestWait, silence: silence, counting: progress, unless: isOver)
    return ending == .quiet
  }

  /// Runs the pending blocks of the main queue, and then sleeps briefly so that others can run.
  ///
  /// It does not use a time limit of the run loop, because that is a timer, which wakes other
  /// threads.
  func pause(for length: Duration) {
    if Thread.isMainThread { _ = MainQueue.serve() }
    _ = Latch().wait(deadline: length)
  }
}
