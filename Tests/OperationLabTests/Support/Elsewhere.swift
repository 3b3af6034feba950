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

/// Longer than any step takes, even on a busy machine.
let longEnough = Duration.seconds(600)

extension DispatchTime {
  /// A deadline that only a hang exceeds.
  static var longEnough: DispatchTime { .now() + 600 }
}

extension Date {
  /// A deadline that only a hang exceeds.
  static var longEnough: Date { Date(timeIntervalSinceNow: 600) }
}

/// Ends a process of an exit test if the condition is false, and says what should be true.
func demand(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  FileHandle.standardError.write(Data("not so: \(what)\n".utf8))
  exit(1)
}
