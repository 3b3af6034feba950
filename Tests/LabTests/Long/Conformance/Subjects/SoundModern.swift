import Foundation
import Synchronization

/// Sound: one state in a mutex. The closure returns the keys to announce.
///
/// make: `MutexOperation(work: probe.begin)`
final class MutexOperation: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, finished }

  private let work: Work
  private let state = Mutex(State.waiting)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    let isCancelled = isCancelled
    let keys = state.withLock { state -> [String] in
      guard state == .waiting else { return [] }
      state = isCancelled ? .finished : .executing
      return [isCancelled ? "isFinished" : "isExecuting"]
    }
    keys.forEach(didChangeValue(forKey:))
    if keys == ["isExecuting"] { work { self.end() } }
  }

  private func end() {
    let keys = state.withLock { state -> [String] in
      guard state == .executing else { return [] }
      state = .finished
      return ["isExecuting", "isFinished"]
    }
    keys.forEach(didChangeValue(forKey:))
  }
}

/// Sound: a task does the work, and always finishes the operation last.
///
/// make: `TaskOperation(work: probe.begin)`
final class TaskOperation: LockOperation, @unchecked Sendable {
  private var task: Task<Void, Never>?

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let task = Task { [work] in
      await withCheckedContinuation { done in
        let isFirst = Mutex(true)
        work {
          let resumes = isFirst.withLock { first in
            defer { first = false }
            return first
          }
          if resumes { done.resume() }
        }
      }
      self.finish()
    }
    lock.withLock { self.task = task }
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}

/// Sound: when cancelled, `main()` stops waiting for its work.
///
/// make: `ImpatientOperation(work: probe.begin)`
final class ImpatientOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let isOver = DispatchSemaphore(value: 0)

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    work { [isOver] in isOver.signal() }
    isOver.wait()
  }

  override func cancel() {
    super.cancel()
    isOver.signal()
  }
}

/// Sound: another operation in its own queue does the work.
///
/// make: `WrappingOperation(work: probe.begin)`
final class WrappingOperation: LockOperation, @unchecked Sendable {
  private let inner: LockOperation
  private let queue = OperationQueue()

  override init(work: @escaping Work) {
    inner = LockOperation(work: work)
    super.init(work: work)
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    // Foundation on Linux keeps a completion block even when it has run.
    inner.completionBlock = { [weak self] in self?.finish() }
    queue.addOperation(inner)
  }

  override func cancel() {
    super.cancel()
    inner.cancel()
  }
}

/// Sound: a timer checks for cancellation, and stops when the operation finishes.
///
/// make: `PollingOperation(work: probe.begin)`
final class PollingOperation: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 0.01, repeating: 0.01)
    timer.setEventHandler { [weak self] in
      if self?.isCancelled ?? true { self?.finish() }
      if self?.isFinished ?? true { timer.cancel() }
    }
    timer.resume()
    work { self.finish() }
  }
}
