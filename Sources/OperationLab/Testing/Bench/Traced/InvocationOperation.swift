import Foundation

/// An operation that calls a method of a target and keeps what it returns.
///
/// It stands for Objective-C's `NSInvocationOperation`, which Swift does not have on any platform.
/// A method is named by its type, as in `Photo.fetch`:
///
/// ```swift
/// let operation = InvocationOperation(photo, Photo.fetch)
/// operation.start()
/// print(try operation.result())       // what fetch() returned
/// ```
package class InvocationOperation<Target: Sendable, Value: Sendable>: Operation, @unchecked Sendable
{
  private let target: Target
  private let method: @Sendable (Target) -> () -> Value
  private let lock = NSLock()
  /// Guarded by `lock`. `main()` sets it once.
  private var value: Value?

  /// An operation that will call `method` on `target`.
  package init(_ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value) {
    self.target = target
    self.method = method
    super.init()
  }

  /// Calls the method and keeps what it returns.
  package override func main() {
    let value = method(target)()
    lock.withLock { self.value = value }
  }

  /// What the method returned. Callable from any thread.
  ///
  /// - Throws: ``InvocationError`` when there is no result: not yet, or never because the
  ///   operation was cancelled before it ran. (`NSInvocationOperation` raises an exception.)
  package func result() throws -> Value {
    if let value = lock.withLock({ value }) { return value }
    throw isCancelled ? InvocationError.cancelled : InvocationError.notFinished
  }
}

/// Why an ``InvocationOperation`` has no result.
package enum InvocationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has not been run to its end yet.
  case notFinished
  /// It was cancelled before it ran.
  case cancelled

  /// The reason and what to do, in words.
  package var description: String {
    switch self {
    case .notFinished: "the operation has no result yet: wait until it is finished"
    case .cancelled: "the operation has no result: it was cancelled before it ran"
    }
  }
}
