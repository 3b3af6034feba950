import Foundation

/// Work whose completion takes a result.
typealias Delivery = @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void

/// An operation of work that may fail. Its subclass decides what the result means.
class Delivering: LockOperation, @unchecked Sendable {
  init(delivery: @escaping Delivery) {
    super.init { done in delivery { _ in done() } }
    self.delivery = delivery
  }

  private(set) var delivery: Delivery = { _ in }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    delivery { self.end($0) }
  }

  func end(_ result: Result<Void, any Error>) { finish() }
}

/// Sound: it waits for 0.3 s before its work. When cancelled in that time, it finishes at once.
///
/// make: `DebouncedOperation(work: probe.begin)`
final class DebouncedOperation: LockOperation, @unchecked Sendable {
  private let timer = DispatchSource.makeTimerSource(queue: .global())

  override init(work: @escaping Work) {
    super.init(work: work)
    timer.activate()
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    timer.setEventHandler { [weak self] in self?.begin() }
    timer.schedule(deadline: .now() + 0.3)
  }

  override func cancel() {
    super.cancel()
    // Of this and the timer's event, one takes the turn.
    if isExecuting, takesTurn() { finish() }
  }

  /// Guarded by `lock`.
  private var isTaken = false

  private func takesTurn() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  private func begin() {
    guard takesTurn() else { return }
    if isCancelled { return finish() }
    work { self.finish() }
  }

  override func finish() {
    super.finish()
    timer.setEventHandler {}
    timer.cancel()
  }
}

/// A shared clock that decides when the next of many operations may begin.
final class SoloRun: @unchecked Sendable {
  private let lock = NSLock()
  private let interval: TimeInterval
  /// Guarded by `lock`.
  private var next = DispatchTime.now()

  init(interval: TimeInterval) { self.interval = interval }

  func turn() -> DispatchTime {
    lock.withLock {
      let turn = max(next, .now())
      next = turn + interval
      return turn
    }
  }
}

/// Sound: one of these operations begins every 5 ms.
///
/// make: `ThrottledOperation(work: probe.begin)`
final class ThrottledOperation: LockOperation, @unchecked Sendable {
  private static let pace = SoloRun(interval: 0.005)

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().asyncAfter(deadline: Self.pace.turn()) {
      if self.isCancelled { return self.finish() }
      self.work { self.finish() }
    }
  }
}

/// Sound: it respects the limit of a service, one call every 100 ms.
///
/// make: `RateLimitedOperation(work: probe.begin)`
final class RateLimitedOperation: LockOperation, @unchecked Sendable {
  private static let pace = SoloRun(interval: 0.1)

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().asyncAfter(deadline: Self.pace.turn()) {
      if self.isCancelled { return self.finish() }
      self.work { self.finish() }
    }
  }
}

/// Sound: when its work fails, it tries again up to three times, after a longer pause each time.
///
/// make: `BackingOffOperation(delivery: probe.result)`
final class BackingOffOperation: Delivering, @unchecked Sendable {
  /// Guarded by `lock`.
  private var attempts = 0

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    attempt(1)
  }

  private func attempt(_ number: Int) {
    delivery { result in
      // Only the first answer to an attempt counts.
      let isFirst = self.lock.withLock {
        defer { self.attempts = max(self.attempts, number) }
        return self.attempts < number
      }
      guard isFirst else { return }
      guard case .failure = result, number < 4, !self.isCancelled else { return self.finish() }
      let pause = 0.01 * Double(1 << number)
      DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
        if self.isCancelled { return self.finish() }
        self.attempt(number + 1)
      }
    }
  }
}

/// Sound: it ends with its work, or without it after thirty seconds.
///
/// make: `LimitedTimeOperation(work: probe.begin)`
final class LimitedTimeOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var alarm: DispatchWorkItem?

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let alarm = DispatchWorkItem { [weak self] in self?.finish() }
    lock.withLock { self.alarm = alarm }
    DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: alarm)
    work { self.finish() }
  }

  override func finish() {
    super.finish()
    lock.withLock { alarm }?.cancel()
  }
}

/// Sound: a timer checks every 10 ms whether the job on the server is done.
///
/// make: `StatusPollingOperation(work: probe.begin)`
final class StatusPollingOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var isDone = false

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.lock.withLock { self.isDone = true } }
    poll()
  }

  private func poll() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { [weak self] in
      guard let self else { return }
      if self.isCancelled || self.lock.withLock({ self.isDone }) { return self.finish() }
      self.poll()
    }
  }
}

/// Sound: a task sleeps before the work, and its cancellation ends the sleep.
///
/// make: `SleepingTaskOperation(work: probe.begin)`
final class SleepingTaskOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var task: Task<Void, Never>?

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let task = Task {
      try? await Task.sleep(for: .milliseconds(50))
      if self.isCancelled { return self.finish() }
      self.work { self.finish() }
    }
    lock.withLock { self.task = task }
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}

/// Sound: it blocks its thread until its work has called back, at most a minute, and checks every
/// 50 ms whether it is cancelled.
///
/// make: `DeadlineOperation(work: probe.begin)`
final class DeadlineOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let condition = NSCondition()
  /// Guarded by `condition`.
  private var isDone = false

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work {
      self.condition.withLock {
        self.isDone = true
        self.condition.broadcast()
      }
    }
    let deadline = Date(timeIntervalSinceNow: 60)
    condition.withLock {
      while !isDone, !isCancelled, Date() < deadline {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
      }
    }
  }
}
