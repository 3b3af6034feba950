import Foundation

/// An invocation operation that writes down when it is started and cancelled, and when its method
/// begins and ends.
public final class TracedInvocationOperation<Target: Sendable, Value: Sendable>:
  InvocationOperation<Target, Value>, @unchecked Sendable
{
  private let log: Log

  init(log: Log, _ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value) {
    self.log = log
    super.init(target, method)
    name = log.subject
  }

  public override func start() {
    log(.started, self)
    super.start()
    log(.returned, self)
  }

  public override func main() {
    log(.began, self)
    super.main()
    log(.ended, self)
  }

  public override func cancel() {
    log(.cancelled, self)
    super.cancel()
  }
}
