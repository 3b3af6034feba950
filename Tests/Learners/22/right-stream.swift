import Foundation
import OperationLab

func fetch(_ transfer: Transfer) async throws {
  let stream = AsyncThrowingStream<Void, any Error> { continuation in
    continuation.onTermination = { _ in transfer.cancel() }
    transfer.start { isWell in
      continuation.finish(throwing: isWell ? nil : URLError(.cannotLoadFromNetwork))
    }
  }
  for try await _ in stream {}
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
