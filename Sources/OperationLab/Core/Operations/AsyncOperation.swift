import Foundation

/// A base class for operations whose work continues after `start()` has returned.
///
/// Override ``StatefulOperation/work()`` to begin the work. Call ``finish()`` when it has ended, from any thread,
/// whether it succeeded, failed or was cancelled:
///
/// ```swift
/// final class Fetch: AsyncOperation, @unchecked Sendable {
///   override func work() {
///     transport.fetch { self.finish() }
///   }
/// }
/// ```
///
/// Another thread may call ``finish()`` just when the work begins. Then ``StatefulOperation/work()`` runs
/// although the operation is finished, and a second ``finish()`` does nothing.
open class AsyncOperation: StatefulOperation, @unchecked Sendable {
  /// Reports the end of the work. You can call it from any thread, any number of times: the first
  /// counts.
  ///
  /// If it comes before the work has begun, the work never begins, and the operation finishes in
  /// `start()`.
  public func finish() { end() }
}
