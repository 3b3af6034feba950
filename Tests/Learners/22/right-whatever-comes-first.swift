import Foundation
import OperationLab

/// Ends the wait once, whatever comes first.
private final class Wait: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Void, any Error>?
  private var result: Result<Void, any Error>?

  func begin(_ continuation: CheckedContinuation<Void, any Error>) {
    let result = lock.withLock {
      self.continuation = self.result == nil ? continuation : nil
      return self.result
    }
    if let result { continuation.resume(with: result) }
  }

  func end(_ result: Result<Void, any Error>) {
    let continuation = lock.withLock {
      if self.result == nil { self.result = result }
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume(with: result)
  }
}

func fetch(_ transfer: Transfer) async throws {
  let wait = Wait()
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      wait.begin(continuation)
      transfer.start { isWell in
        wait.end(isWell ? .success(()) : .failure(URLError(.cannotLoadFromNetwork)))
      }
    }
  } onCancel: {
    transfer.cancel()
    wait.end(.failure(CancellationError()))
  }
}

func makeDownload(_ transfer: Transfer) -> Operation {
  TaskOperation { try await fetch(transfer) }
}

/// Calls back once, on another thread. You can call both methods on any thread.
final class Transfer: @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// Both guarded by `lock`.
  private var giveUp: (() -> Void)?
  private var isCancelled = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func start(_ callback: @escaping (Bool) -> Void) {
    let giveUp = connect(callback)
    let isLate = lock.withLock {
      self.giveUp = giveUp
      return isCancelled
    }
    if isLate { giveUp() }
  }

  func cancel() {
    let giveUp = lock.withLock {
      isCancelled = true
      return self.giveUp
    }
    giveUp?()
  }
}
