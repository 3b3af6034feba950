import Foundation

/// BROKEN ON PURPOSE: cancelled before its turn, it drops the timer that would bring it, and does not
/// finish.
///
/// make: `DropsItsTimer(after: 1, work: probe.begin)`
/// breaks: cancel-before-work "before its work began, it never finished"
/// varies: survives-races
final class DropsItsTimer: LockOperation, @unchecked Sendable {
  private let delay: TimeInterval
  /// Guarded by `lock`.
  private var turn: DispatchWorkItem?

  init(after delay: TimeInterval, work: @escaping Work) {
    self.delay = delay
    super.init(work: work)
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let turn = DispatchWorkItem { [weak self] in self?.begin() }
    lock.withLock { self.turn = turn }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: turn)
  }

  override func cancel() {
    super.cancel()
    lock.withLock { turn }?.cancel()  // BROKEN: nothing will finish it now.
  }

  private func begin() {
    lock.withLock { turn = nil }
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: when its turn comes and it was cancelled, it returns and does not finish.
///
/// make: `ReturnsWhenItsTurnComes(after: 1, work: probe.begin)`
/// breaks: cancel-before-work "before its work began, it never finished"
/// varies: survives-races
final class ReturnsWhenItsTurnComes: LockOperation, @unchecked Sendable {
  private let delay: TimeInterval

  init(after delay: TimeInterval, work: @escaping Work) {
    self.delay = delay
    super.init(work: work)
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [self] in
      guard !isCancelled else { return }  // BROKEN: it does not finish.
      work { self.finish() }
    }
  }
}

/// BROKEN ON PURPOSE: the same, where its turn comes with the next free thread of the pool.
///
/// make: `ReturnsOnAThreadOfThePool(work: probe.begin)`
/// breaks: cancel-before-work "before its work began, it never finished"
/// varies: survives-races
final class ReturnsOnAThreadOfThePool: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().async { [self] in
      guard !isCancelled else { return }  // BROKEN: it does not finish.
      work { self.finish() }
    }
  }
}

/// BROKEN ON PURPOSE: its `main()` waits for a task that returns without a signal when the operation
/// was cancelled.
///
/// make: `WaitsForATaskThatReturns { probe.run() }`
/// breaks: cancel-before-work "before its work began, it never finished", many-at-once
/// varies: survives-races
final class WaitsForATaskThatReturns: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    let isOver = DispatchSemaphore(value: 0)
    Task { [self] in
      guard !isCancelled else { return }  // BROKEN: main() waits for the signal.
      body()
      isOver.signal()
    }
    isOver.wait()
  }
}
