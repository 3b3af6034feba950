import Foundation

/// A base class for operations whose work goes on after `start()` has returned.
///
/// Override ``work()`` to set the work going, and call ``finish()`` when it is over, from
/// anywhere, whether it succeeded, failed or was cancelled:
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
/// - `start()` never calls `super`; a cancelled operation goes straight to finished, without work.
/// - `isExecuting` and `isFinished` change under one lock and are announced after unlocking, so
///   that an observer may ask the operation anything.
/// - `isFinished` becomes true once, and never before `start()` was called: a queue that is told
///   of an end which it did not begin may crash.
/// - Once finished, it has no dependencies any more, and may be let go; see
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
  /// Guarded by `lock`; moves forward only.
  private var currentState = State.idle

  /// Sets the work going and returns soon; called once, by `start()`, unless cancelled before.
  ///
  /// Runs on the thread that called `start()`. When `isCancelled` becomes true meanwhile, stop and
  /// call `finish()` all the same.
  open func work() {
    finish()
  }

  /// Reports the end of the work. Callable from any thread, any number of times: the first counts.
  public final func finish() {
    move(from: .idle, to: .overBeforeStart)
    move(from: .executing, to: .finished, announcing: ["isExecuting", "isFinished"])
  }

  /// Begins the work, or finishes at once when it was cancelled before; the queue calls it.
  public final override func start() {
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
  /// From when `start()` sets the work going until `finish()`; may be read on any thread.
  public final override var isExecuting: Bool { state == .executing }
  /// Since `finish()`, but never before `start()`; may be read on any thread.
  public final override var isFinished: Bool { state == .finished }

  private var state: State { lock.withLock { currentState } }

  /// Makes one step, if the operation is where the step begins, and tells observers of it.
  ///
  /// Announcing after the lock is released is what lets an observer, the queue first of all, ask
  /// the operation for its state from within the announcement.
  @discardableResult
  private func move(from old: State, to new: State, announcing keys: [String] = []) -> Bool {
    guard state == old else { return false }
    keys.forEach(willChangeValue(forKey:))
    let moved = lock.withLock {
      guard currentState == old else { return false }
      currentState = new
      return true
    }
    if moved, new == .finished { forgetDependencies() }
    keys.forEach(didChangeValue(forKey:))
    return moved
  }
}
