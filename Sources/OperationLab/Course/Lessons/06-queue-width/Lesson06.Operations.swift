import OperationLab
import OperationTesting

extension Lesson06 {
  static let found: Trace.Event.Mark = "finds the token"
  static let foundNothing: Trace.Event.Mark = "finds no token"

  /// An ordinary operation whose `start()` keeps its thread busy after the operation has finished,
  /// until the gate opens or nothing else can happen.
  ///
  /// Whatever the queue runs meanwhile cannot run on that thread: so the change of threads, which
  /// otherwise may or may not happen, happens every time.
  final class LingeringOperation: TracedOperation, @unchecked Sendable {
    private let mayLeave: Gate
    private let bench: Bench
    private let body, leaving: @Sendable () -> Void

    init(
      _ name: String, until mayLeave: Gate, _ bench: Bench, body: @escaping @Sendable () -> Void,
      leaving: @escaping @Sendable () -> Void
    ) {
      self.mayLeave = mayLeave
      self.bench = bench
      self.body = body
      self.leaving = leaving
      super.init(bench.log(name))
    }

    override func start() {
      log(.started, self)
      super.start()
      bench.wait(log.subject, for: mayLeave)
      leaving()
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
}
