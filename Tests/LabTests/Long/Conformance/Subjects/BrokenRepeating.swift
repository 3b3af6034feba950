import Foundation

/// BROKEN ON PURPOSE: each `start()` does the work.
///
/// make: `WorksAtEachStart(work: probe.begin)`
/// remarks: works-once "start() was called again"
final class WorksAtEachStart: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    set(isExecuting: true, isFinished: false)
    work { self.finish() }  // BROKEN: it may have been started before.
  }
}

/// BROKEN ON PURPOSE: it treats cancelled work as failed, and tries again.
///
/// make: `RetriesWhenCancelled(work: probe.begin)`
/// breaks: works-once "it was cancelled while its work went on"
/// undecided: survives-races
final class RetriesWhenCancelled: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      guard self.isCancelled, !self.isFinished else { return self.finish() }
      self.work { self.finish() }  // BROKEN: it was cancelled.
    }
  }
}

/// BROKEN ON PURPOSE: when started after it has finished, it does its work again.
///
/// make: `WorksAfterItsEnd { probe.run() }`
/// remarks: works-once "after its end"
final class WorksAfterItsEnd: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func start() {
    if isFinished { return body() }  // BROKEN: meant for a second try.
    super.start()
  }

  override func main() {
    if !isCancelled { body() }
  }
}

/// BROKEN ON PURPOSE: it tries again after each error, also after the one that its cancellation is.
///
/// make: `TriesUntilItWorks { try await probe.work() }`
/// breaks: works-once "began its work 100 times"
/// varies: cancel-while-running, survives-races, completion-block-once, is-released
final class TriesUntilItWorks: LockOperation, @unchecked Sendable {
  private let body: @Sendable () async throws -> Void
  /// Guarded by `lock`.
  private var task: Task<Void, Never>?

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let task = Task { [body] in
      var isDone = false
      while !isDone {
        do {
          try await body()
          isDone = true
        } catch {}  // BROKEN: also when it is cancelled.
      }
      self.finish()
    }
    lock.withLock { self.task = task }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}
