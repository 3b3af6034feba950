import Foundation
import Synchronization

/// Sound: a task does the given work, which may throw. When cancelled, the operation cancels the
/// task.
///
/// make: `ThrowingOperation { try await probe.work() }`
final class ThrowingOperation: LockOperation, @unchecked Sendable {
  private let body: @Sendable () async throws -> Void
  /// Guarded by `lock`, as is `failure`.
  private var task: Task<Void, Never>?
  private(set) var failure: (any Error)?

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let task = Task { [body] in
      do { try await body() } catch { self.fail(error) }
      self.finish()
    }
    lock.withLock { self.task = task }
    if isCancelled { task.cancel() }
  }

  private func fail(_ error: any Error) { lock.withLock { failure = error } }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}

/// Sound: an actor keeps the result of its work.
///
/// make: `ActorOperation { try await probe.work() }`
final class ActorOperation: LockOperation, @unchecked Sendable {
  private actor Store {
    var results = 0
    func add() { results += 1 }
  }

  private let store = Store()
  private let body: @Sendable () async throws -> Void

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Task { [body, store] in
      defer { self.finish() }
      try await body()
      await store.add()
    }
  }
}

/// Sound: the usual bridge from a completion to a task. Its work can end only once.
///
/// make: `BridgedOperation { await withCheckedContinuation { c in probe.begin { c.resume() } } }`
final class BridgedOperation: LockOperation, @unchecked Sendable {
  private let body: @Sendable () async -> Void

  init(_ body: @escaping @Sendable () async -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Task { [body] in
      await body()
      self.finish()
    }
  }
}

/// Sound: state and result together in a mutex.
///
/// make: `MutexedResultOperation(delivery: probe.result(of: "text"))`
final class MutexedResultOperation: Operation, @unchecked Sendable {
  private struct State {
    var (isExecuting, isFinished) = (false, false)
    var result: Result<String, any Error>?
  }

  private let delivery: @Sendable (@escaping @Sendable (Result<String, any Error>) -> Void) -> Void
  private let state = Mutex(State())

  init(
    delivery: @escaping @Sendable (@escaping @Sendable (Result<String, any Error>) -> Void) -> Void
  ) {
    self.delivery = delivery
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.isExecuting } }
  override var isFinished: Bool { state.withLock { $0.isFinished } }
  var result: Result<String, any Error>? { state.withLock { $0.result } }

  override func start() {
    if isCancelled { return end(with: nil) }
    let isFirst = state.withLock { state in
      if state.isExecuting || state.isFinished { return false }
      state.isExecuting = true
      return true
    }
    guard isFirst else { return }
    didChangeValue(forKey: "isExecuting")
    delivery { self.end(with: $0) }
  }

  private func end(with result: Result<String, any Error>?) {
    let isFirst = state.withLock { state in
      if state.isFinished { return false }
      state = State(isExecuting: false, isFinished: true, result: result)
      return true
    }
    guard isFirst else { return }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// Sound: it blocks for a task, on a thread of its own.
///
/// make: `WaitsOnItsOwnThread { try? await probe.work() }`
/// tried: does-not-spin, many-at-once
final class WaitsOnItsOwnThread: LockOperation, @unchecked Sendable {
  private let body: @Sendable () async -> Void

  init(_ body: @escaping @Sendable () async -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Thread.detachNewThread {
      let isOver = DispatchSemaphore(value: 0)
      Task {
        await self.body()
        isOver.signal()
      }
      isOver.wait()
      self.finish()
    }
  }
}
