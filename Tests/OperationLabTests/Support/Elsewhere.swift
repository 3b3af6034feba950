import Dispatch
import Foundation

/// Runs the body on a new thread of its own, and waits for it without blocking a thread of the
/// test's: those are few, and Foundation's queues share them.
func elsewhere<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Result { try body() })
    }
  }
}

/// Longer than anything that happens at all can take, also on a busy machine.
let longEnough = Duration.seconds(600)

extension DispatchTime {
  /// When nothing that happens at all can still be under way.
  static var longEnough: DispatchTime { .now() + 600 }
}

extension Date {
  /// When nothing that happens at all can still be under way.
  static var longEnough: Date { Date(timeIntervalSinceNow: 600) }
}
