import Foundation
@_spi(Course) import OperationTesting

/// An operation that calls a method of a target and records it. It stands for Objective-C's
/// `NSInvocationOperation`, which Swift does not have on any platform.
///
/// A method is named by its type, as in `Photo.fetch`.
final class InvocationOperation<Target: Sendable, Value>: TracedOperation, @unchecked Sendable {
  private let target: Target
  private let method: @Sendable (Target) -> () -> Value

  init(_ log: Log, _ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value) {
    self.target = target
    self.method = method
    super.init(log)
  }

  override func start() { log.duringStart(of: self) { super.start() } }

  override func main() {
    log(.began, self)
    _ = method(target)()
    log(.ended, self)
  }

  override func cancel() {
    log(.cancelled, self)
    super.cancel()
  }
}
