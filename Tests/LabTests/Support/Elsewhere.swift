import Foundation

/// Runs the body on a thread of its own, when it is its turn.
///
/// Swift's pool has a thread for each core: a test that mostly waits would keep one of them from all
/// others. What goes wrong must be returned or thrown: `#expect` does not know its test there.
func elsewhere<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      Seats.all.wait()
      defer { Seats.all.signal() }
      continuation.resume(with: Result { try body() })
    }
  }
}

private enum Seats {
  /// So many at a time: a child process that hangs leaves a core idle.
  static let all = DispatchSemaphore(value: 6)
}
