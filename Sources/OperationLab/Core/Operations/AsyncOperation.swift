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
/// - `isExecuting` and `isFinished` change under one lock. The KVO notifications are posted after
///   unlocking, so an observer may call any method of the operation.
/// - `isFinished` becomes true once, and never before `start()` was called. A queue may crash if an
///   operation finishes that it did not start.
/// - Once finished, it has no dependencies, and may be released. See
///   ``Foundation/Operation/forgetDependencies()``.
open class AsyncOperation: Operation, @unchecked Sendable {
  private enum State {
    case idle
    /// `finish()` came before `start()`: remembered, and kept from the queue until it starts.
    case overBeforeStart
    case executing
    case finished
  }

  private let lock = NSLock()
  /// Guarded by `lock`. Only moves forward.
  private var currentState = State.idle

  /// Begins the work and returns soon. `start()` calls it once, unless the operation was cancelled
  /// before.
  ///
  /// Runs on the thread that called `start()`. If `isCancelled` becomes true meanwhile, stop and
  /// call `finish()`.
  open func work() {
    finish()
  }

  /// Reports the end of the work. Callable from any thread, any number of times: the first counts.
  public final func finish() {
    move(from: .idle, to: .overBeforeStart)
    move(from: .executing, to: .finished, announcing: ["isExecuting", "isFinished"])
  }

  /// Begins the work, or finishes at once if it was cancelled before. The queue calls it.
  public final override func start() {
    note(.asksIfCancelled)
    let isCancelled = isCancelled
    note(.hasAsked(isCancelled))
    if isCancelled {
      move(from: .idle, to: .overBeforeStart)
    }
    if move(from: .idle, to: .executing, announcing: ["isExecuting"]) {
      work()
    } else {
      move(from: .overBeforeStart, to: .finished, announcing: ["isFinished"])
    }
  }

  /// Always `true`: the work goes on after `start()` has returned.
  public final override var isAsynchronous: Bool { true }
  /// True from `start()` until `finish()`. You can read it on any thread.
  public final override var isExecuting: Bool { state == .executing }
  /// True after `finish()`, but never before `start()`. You can read it on any thread.
  public final override var isFinished: Bool { state == .finished }

  private var state: State { lock.withLock { currentState } }

  /// Makes one step, if the operation is where the step begins, and tells observers of it.
  ///
  /// Announcing after the lock is released is what lets an observer, the queue first of all, ask
  /// the operation for its state from within the announcement.
  @discardableResult
  private func move(from old: State, to new: State, announcing keys: [String] = []) -> Bool {
    guard state == old else { return false }
    for key in keys {
      note(.willChange(key))
      willChangeValue(forKey: key)
    }
    note(.takesLock)
    let moved = lock.withLock {
      guard currentState == old else { return false }
      currentState = new
      return true
    }
    if moved, new == .finished { forgetDependencies() }
    for key in keys {
      note(.didChange(key))
      didChangeValue(forKey: key)
    }
    return moved
  }
}

extension AsyncOperation {
  /// A step at which `lab check` may hold the thread while it explores a subclass.
  package enum Step: Sendable {
    case asksIfCancelled, takesLock
    case hasAsked(Bool)
    case willChange(String), didChange(String)
  }

  private static let isObserved = Atomic(false)
  private static let observer = Locked<(@Sendable (AsyncOperation, Step) -> Void)?>(nil)

  /// Calls a function at each step of each operation from now on. In an app there is none.
  package static func observeSteps(_ body: @escaping @Sendable (AsyncOperation, Step) -> Void) {
    observer.withLock { $0 = body }
    isObserved.store(true, ordering: .releasing)
  }

  private func note(_ step: Step) {
    guard Self.isObserved.load(ordering: .acquiring) else { return }
    Self.observer.withLock { $0 }?(self, step)
  }
}
