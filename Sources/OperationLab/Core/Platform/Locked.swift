import Foundation

/// A value that one thread at a time may use.
///
/// The library's own `Mutex` would do, but on Linux the thread sanitizer does not see its threads
/// wait for each other and reports each contended use as a race.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  /// Touched only under the lock.
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Never call from inside the body what may take the same lock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
