import Foundation
import OperationLab

/// An invocation operation that writes down when it is started and cancelled, and when its method
/// begins and ends.
package final class TracedInvocationOperation<Target: Sendable, Value: Sendable>:
  InvocationOperation<Target, Value>, @unchecked Sendable
{
  private let log: Log

  init(log: Log, _ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value) {
    self.log = log.uniquelyNamed
    super.init(target, method)
    name = self.log.subject
  }

  /// Writes down the call, makes it, and writes down that it has returned.
  package override func start() {
    log.duringStart(of: self) { super.start() }
  }

  /// Writes down when the method begins and ends.
  package override func main() {
    log(.began, self)
    super.main()
    log(.ended, self)
  }

  /// Blocks the caller, and lets the bench know that it waits.
  package override func waitUntilFinished() {
    log.recorder.noteWait(.operation(log.subject)) { super.waitUntilFinished() }
  }

  /// Writes down the call just before it is made.
  package override func cancel() {
    log(.cancelled, self)
    super.cancel()
  }
}
