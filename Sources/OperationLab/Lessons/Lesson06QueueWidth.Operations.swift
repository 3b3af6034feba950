import Foundation

/// An ordinary operation whose `start()` keeps its thread busy after the operation has finished,
/// for as long as it takes.
///
/// Whatever the queue runs meanwhile cannot run on that thread: so the change of threads, which
/// otherwise may or may not happen, happens every time.
final class LingeringOperation: TracedOperation, @unchecked Sendable {
  private let mayLeave: Gate
  private let body: @Sendable () -> Void

  init(_ log: Log, until mayLeave: Gate, body: @escaping @Sendable () -> Void) {
    self.mayLeave = mayLeave
    self.body = body
    super.init(log)
  }

  override func start() {
    log(.started, self)
    super.start()
    mayLeave.wait()
    log(.returned, self)
  }

  override func main() {
    log(.began, self)
    body()
    log(.ended, self)
  }
}

/// A place for a token; the queue runs one operation at a time, so no lock is needed.
final class TokenBox: @unchecked Sendable {
  var token: String?
}
