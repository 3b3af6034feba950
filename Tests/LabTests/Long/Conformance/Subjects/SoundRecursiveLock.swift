import Foundation

/// Sound: one state behind a recursive lock and a table of moves, as in AFNetworking.
///
/// make: `RecursiveLockOperation(work: probe.begin)`
final class RecursiveLockOperation: Operation, @unchecked Sendable {
  private enum State: Int { case waiting, executing, finished }

  private let work: Work
  private let lock = NSRecursiveLock()
  /// Guarded by `lock`. It only moves forward.
  private var state = State.waiting

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    lock.lock()
    let begins = state == .waiting && !isCancelled
    let hasMoved = move(to: begins ? .executing : .finished)
    lock.unlock()
    guard hasMoved else { return }
    announce()
    if begins { work { self.finish() } }
  }

  override func cancel() {
    super.cancel()
    // A started operation finishes now. Its work may continue unused.
    if isExecuting { finish() }
  }

  private func finish() {
    if lock.withLock({ move(to: .finished) }) { announce() }
  }

  private func move(to new: State) -> Bool {
    lock.withLock {
      guard state.rawValue < new.rawValue else { return false }
      state = new
      return true
    }
  }

  private func announce() {
    for key in ["isExecuting", "isFinished"] {
      willChangeValue(forKey: key)
      didChangeValue(forKey: key)
    }
  }
}
