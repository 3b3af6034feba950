import Foundation

/// Sound: after `start()`, it waits a little before it begins its work.
///
/// make: `BeginsLaterOperation(work: probe.begin)`
final class BeginsLaterOperation: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.06) {
      if self.isCancelled { return self.finish() }
      self.work { self.finish() }
    }
  }
}

/// Sound: when cancelled, it cleans up before it finishes.
///
/// make: `TidyingOperation(work: probe.begin)`
final class TidyingOperation: LockOperation, @unchecked Sendable {
  override func finish() {
    guard isCancelled else { return super.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { super.finish() }
  }
}

/// Sound: it finishes, and announces that a moment later.
///
/// make: `AnnouncesLaterOperation(work: probe.begin)`
final class AnnouncesLaterOperation: LockOperation, @unchecked Sendable {
  override func finish() {
    let isFirst = lock.withLock {
      defer { flags = Flags(isExecuting: false, isFinished: true) }
      return !flags.isFinished
    }
    guard isFirst else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.03) {
      self.didChangeValue(forKey: "isFinished")
    }
  }
}

/// Sound: the timer of a watchdog holds it a little longer than its work takes.
///
/// make: `WatchedOperation(work: probe.begin)`
final class WatchedOperation: LockOperation, @unchecked Sendable {
  override func start() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.06) { _ = self.isFinished }
    super.start()
  }
}

/// Sound: when cancelled during its work, it waits for a grace period, and then finishes without
/// it.
///
/// make: `GracefulOperation(work: probe.begin)`
final class GracefulOperation: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    guard isExecuting else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { self.finish() }
  }
}

/// Sound: it becomes ready when there is a connection, and announces it. When cancelled, it needs
/// none.
///
/// make: `ConnectedOperation(work: probe.begin)`
final class ConnectedOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var isConnected = false

  override init(work: @escaping Work) {
    super.init(work: work)
    Thread.detachNewThread { [weak self] in
      let dialling = NSCondition()
      dialling.withLock { _ = dialling.wait(until: Date(timeIntervalSinceNow: 0.08)) }
      guard let self else { return }
      self.lock.withLock { self.isConnected = true }
      self.didChangeValue(forKey: "isReady")
    }
  }

  override var isReady: Bool { super.isReady && (isCancelled || lock.withLock { isConnected }) }

  override func cancel() {
    super.cancel()
    didChangeValue(forKey: "isReady")
  }
}

/// Sound: all of its kind take turns, one each 30 milliseconds.
///
/// make: `PacedOperation(work: probe.begin)`
final class PacedOperation: LockOperation, @unchecked Sendable {
  private static let turns = NSLock()
  /// Guarded by `turns`.
  nonisolated(unsafe) private static var next = DispatchTime.now()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let turn = Self.turns.withLock {
      let turn = max(Self.next, .now())
      Self.next = turn + 0.03
      return turn
    }
    DispatchQueue.global().asyncAfter(deadline: turn) {
      if self.isCancelled { return self.finish() }
      self.work { self.finish() }
    }
  }
}
