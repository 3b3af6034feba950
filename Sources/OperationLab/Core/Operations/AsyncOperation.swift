import Foundation
import Synchronization

/// A base class for operations whose work continues after `start()` has returned.
///
/// Override ``work()`` to begin the work. Call ``finish()`` when it has ended, from any thread,
/// whether it succeeded, failed or was cancelled:
///
/// ```swift
/// final class Fetch: AsyncOperation, @unchecked Sendable {
///   override func work() {
///     transport.fetch { self.finish() }
///   }
/// }
/// ```
///
/// The rules it keeps, from the documentation of `Operation`:
/// - `start()` never calls `super`. A cancelled operation finishes without doing any work.
/// - `isExecuting` and `isFinished` change under one lock. The KVO notifications are posted without
///   it, so an observer may call any method of the operation.
/// - Each change is posted once. If both properties change, the notifications are nested, as "KVO
///   Compliance" in Apple's *Key-Value Observing Programming Guide* asks.
/// - `isFinished` becomes true once, and never before `start()` was called. A queue may crash if an
///   operation finishes that it did not start.
/// - Before it is finished it removes its dependencies, so it may then be released. See
///   ``Foundation/Operation/forgetDependencies()``.
open class AsyncOperation: Operation, @unchecked Sendable {
  private enum State {
    case idle
    /// `start()` was called. Until the work begins, `end()` leaves it to `start()` to finish.
    case starting
    case executing
    /// The work begins. The first `end()` finishes.
    case working
    case finished
  }

  private let lock = NSLock()
  /// Guarded by `lock`. Only moves forward. One thread at a time may move it: the first in `start()`,
  /// then the first in `end()`. So their notifications never mix.
  private var state = State.idle
  /// Guarded by `lock`. True from the first `end()` on.
  private var isOver = false
  /// Guarded by `lock`. Each event goes to all of them.
  private var reporters: [EventReporter] = []

  /// Begins the work and returns soon. `start()` calls it once, unless the operation was cancelled
  /// before, or `finish()` was called.
  ///
  /// Runs on the thread that called `start()`. If `isCancelled` becomes true meanwhile, stop and
  /// call `finish()`. Another thread may call `finish()` just when the work begins. Then this method
  /// runs although the operation is finished, and a second `finish()` does nothing.
  open func work() {
    finish()
  }

  /// Reports the end of the work. You can call it from any thread, any number of times: the first
  /// counts.
  ///
  /// If it comes before the work has begun, the work never begins, and the operation finishes in
  /// `start()`.
  public func finish() { end() }

  /// Marks the operation as cancelled. If you override it, call `super.cancel()`.
  open override func cancel() {
    let wasCancelled = isCancelled
    super.cancel()
    if isCancelled, !wasCancelled { report(.cancelled) }
  }

  /// Begins the work, or finishes at once if it was cancelled before. The queue calls it.
  public final override func start() {
    let isFirst = lock.withLock {
      guard state == .idle else { return false }
      state = .starting
      return true
    }
    guard isFirst else { return }
    note(.asksIfCancelled)
    let isCancelled = isCancelled
    note(.hasAsked(isCancelled))
    if isCancelled { end() }
    if !lock.withLock({ isOver }) { change(["isExecuting"], to: .executing) }
    note(.takesLock)
    // Asked again, because `finish()` may have come meanwhile, for example from an observer.
    let begins = lock.withLock {
      if !isOver { state = .working }
      return !isOver
    }
    if begins { work() } else { becomeFinished() }
  }

  /// Always `true`: the work goes on after `start()` has returned.
  public final override var isAsynchronous: Bool { true }
  /// True from `start()` until `finish()`. You can read it on any thread.
  public final override var isExecuting: Bool {
    lock.withLock { state == .executing || state == .working }
  }
  /// True after `finish()`, but never before `start()`. You can read it on any thread.
  public final override var isFinished: Bool { lock.withLock { state == .finished } }

  /// Ends the operation. `finish()` calls it, and so does `start()` of a cancelled operation.
  func end() {
    note(.takesLock)
    let isMine = lock.withLock {
      defer { isOver = true }
      return state == .working && !isOver
    }
    if isMine { becomeFinished() }
  }

  private func becomeFinished() {
    forgetDependencies()
    change(isExecuting ? ["isExecuting", "isFinished"] : ["isFinished"], to: .finished)
  }

  /// Posts the change without the lock: that lets an observer, the queue first of all, ask the
  /// operation for its state.
  private func change(_ keys: [String], to new: State) {
    for key in keys.reversed() {
      note(.willChange(key))
      willChange(key)
    }
    lock.withLock { state = new }
    for key in keys {
      note(.didChange(key))
      didChange(key)
    }
  }

  // Tests override these two, because Foundation on Linux has no observers.
  func willChange(_ key: String) { willChangeValue(forKey: key) }
  func didChange(_ key: String) { didChangeValue(forKey: key) }
}

extension AsyncOperation {
  /// A point at which `lab check` may hold the thread while it explores a subclass.
  package enum ExplorationPoint: Sendable {
    case asksIfCancelled, takesLock
    case hasAsked(Bool)
    case willChange(String), didChange(String)
  }

  private static let isObserved = Atomic(false)
  private static let observer = Locked<(@Sendable (AsyncOperation, ExplorationPoint) -> Void)?>(nil)

  /// Calls a function at each point of each operation from now on. In an app there is none.
  package static func observePoints(
    _ body: @escaping @Sendable (AsyncOperation, ExplorationPoint) -> Void
  ) {
    observer.withLock { $0 = body }
    isObserved.store(true, ordering: .releasing)
  }

  private func note(_ point: ExplorationPoint) {
    guard Self.isObserved.load(ordering: .acquiring) else { return }
    Self.observer.withLock { $0 }?(self, point)
    switch point {
    case .asksIfCancelled: report(.started)
    case .didChange("isFinished"): report(.finished)
    default: break
    }
  }
}

extension AsyncOperation {
  /// Reports each event from now on.
  func add(_ reporter: EventReporter) {
    lock.withLock { reporters.append(reporter) }
    Self.isObserved.store(true, ordering: .releasing)
  }

  private func report(_ kind: Event.Kind) {
    guard Self.isObserved.load(ordering: .acquiring) else { return }
    let listeners = lock.withLock { reporters }
    guard !listeners.isEmpty else { return }
    let state = OperationState(of: self)
    for reporter in listeners { reporter.report(kind, state) }
  }
}
