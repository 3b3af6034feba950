import Foundation

/// A base class for operations whose work continues after `start()` has returned.
///
/// Override ``work()`` to begin the work. Call ``finish()`` when it has ended, from any thread, whether it
/// succeeded, failed or was cancelled:
///
/// ```swift
/// final class Fetch: AsyncOperation, @unchecked Sendable {
///   override func work() {
///     transport.fetch { self.finish() }
///   }
/// }
/// ```
///
/// Another thread may call ``finish()`` just when the work begins. Then ``work()`` runs although the
/// operation is finished, and a second ``finish()`` does nothing.
///
/// The rules it keeps, from the documentation of `Operation`:
/// - `start()` never calls `super`. A cancelled operation finishes without doing any work.
/// - `isExecuting` and `isFinished` change under one lock. The KVO notifications are posted without
///   it, so an observer may call any method of the operation.
/// - Each change is posted once. If both properties change, the notifications are nested, as "KVO
///   Compliance" in Apple's *Key-Value Observing Programming Guide* asks.
/// - `isFinished` becomes true once, and never before `start()` was called. A queue may crash if an
///   operation finishes that it did not start.
/// - If it was cancelled before its start, it removes all its dependencies. On Linux, one of them would still
///   have its address when it is released, and crash in the end (lesson 4, claim C14b). Then `super.cancel()`
///   counts them anew: Foundation on Linux counts a removed one that has finished as -1 (claim C14d).
open class AsyncOperation: Operation, @unchecked Sendable {
  private enum State {
    case idle
    /// `start()` was called. Until the work begins, `finish()` leaves it to `start()` to finish.
    case starting
    case executing
    /// The work begins. The first `finish()` finishes.
    case working
    case finished
  }

  private let stateLock = NSLock()
  /// Guarded by `stateLock`. Only moves forward. One thread at a time may move it: the first in `start()`,
  /// then the first in `finish()`. So their notifications never mix.
  private var state = State.idle
  /// Guarded by `stateLock`. True from the first `finish()` on.
  private var isOver = false
  /// Guarded by `stateLock`. Called at each point.
  private var listeners: [@Sendable (AsyncOperation, Point) -> Void] = []

  /// Begins the work, or finishes at once if it was cancelled before. The queue calls it.
  public final override func start() {
    let isFirst = stateLock.withLock {
      guard state == .idle else { return false }
      state = .starting
      return true
    }
    guard isFirst else { return }
    passed(.asksIfCancelled)
    let isCancelled = isCancelled
    passed(.hasAsked(isCancelled))
    if isCancelled {
      dependencies.forEach(removeDependency)
      super.cancel()
      finish()
    }
    if !stateLock.withLock({ isOver }) { change(["isExecuting"], to: .executing) }
    passed(.takesLock)
    // Asked again, because the end may have come meanwhile, for example from an observer.
    let begins = stateLock.withLock {
      if !isOver { state = .working }
      return !isOver
    }
    if begins { work() } else { becomeFinished() }
  }

  /// Always `true`: the work goes on after `start()` has returned.
  public final override var isAsynchronous: Bool { true }
  /// True from `start()` until the end of the work. You can read it on any thread.
  public final override var isExecuting: Bool {
    stateLock.withLock { state == .executing || state == .working }
  }
  /// True after the end of the work, but never before `start()`. You can read it on any thread.
  public final override var isFinished: Bool { stateLock.withLock { state == .finished } }

  /// Marks the operation as cancelled. If you override it, call `super.cancel()`.
  open override func cancel() {
    let wasCancelled = isCancelled
    super.cancel()
    if isCancelled, !wasCancelled { passed(.cancelled) }
  }

  /// Begins the work and returns soon. `start()` calls it once, on its own thread, unless the operation
  /// was cancelled before, or ended. If `isCancelled` becomes true meanwhile, stop and end.
  open func work() { finish() }

  /// Reports the end of the work. Any thread may call it, any number of times: the first counts.
  ///
  /// If it comes before the work has begun, the work never begins, and the operation finishes in
  /// `start()`.
  public func finish() {
    passed(.takesLock)
    let isMine = stateLock.withLock {
      defer { isOver = true }
      return state == .working && !isOver
    }
    if isMine { becomeFinished() }
  }

  private func becomeFinished() {
    change(isExecuting ? ["isExecuting", "isFinished"] : ["isFinished"], to: .finished)
  }

  /// Posts the change without the lock: that lets an observer, the queue first of all, ask the
  /// operation for its state.
  private func change(_ keys: [String], to new: State) {
    for key in keys.reversed() {
      passed(.willChange(key))
      willChangeValue(forKey: key)
    }
    stateLock.withLock { state = new }
    for key in keys {
      passed(.didChange(key))
      didChangeValue(forKey: key)
    }
  }

  private func passed(_ point: Point) {
    for listener in stateLock.withLock({ listeners }) { listener(self, point) }
  }
}

extension AsyncOperation {
  /// A step that other threads can notice. Its thread has come to it, but not taken it.
  package enum Point: Hashable, Sendable {
    case asksIfCancelled, takesLock
    case hasAsked(Bool)
    case willChange(String), didChange(String)
    /// It has been marked as cancelled, for the first time.
    case cancelled
  }

  /// Calls the closure at each point from now on. It may hold the thread: no lock is held.
  package func listen(_ listener: @escaping @Sendable (AsyncOperation, Point) -> Void) {
    stateLock.withLock { listeners.append(listener) }
  }
}
