import Foundation
import OperationLab

// Pass the cancellation on.
//
// Transfer is a class with a callback, as older libraries have them. fetch makes an async function of
// it, and makeDownload makes an operation of that. When the operation is cancelled, its task is
// cancelled, too. But fetch waits for the callback, and the transfer continues until the server
// answers.
//
// Mend fetch: when its task is cancelled, it cancels the transfer, and the operation finishes without
// waiting for the server. A cancelled transfer calls its callback with false. If it is not cancelled,
// the operation finishes when its transfer has ended, as now, and fetch throws if it has failed.
// Leave Transfer as it is.

func fetch(_ transfer: Transfer) async throws {
  try await withCheckedThrowingContinuation { continuation in
    transfer.start { isWell in
      if isWell {
        continuation.resume()
      } else {
        continuation.resume(throwing: URLError(.cannotLoadFromNetwork))
      }
    }
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
