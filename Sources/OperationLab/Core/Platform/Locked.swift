import Foundation

/// A value that one thread at a time may use: the one lock of the kit's own code.
///
/// The library's `Mutex` would do, but on Linux the thread sanitizer does not see threads wait for
/// it and reports each contended use as a race. A class can also be captured by escaping closures.
/// Where threads wait for a change, there is `NSCondition`. The classes for any app, the lessons and
/// the exercises hold the locks that their readers use.
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
