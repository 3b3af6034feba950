@_spi(Course) import OperationTesting

extension Lesson06 {
  static let found: Trace.Event.Mark = "finds the token"
  static let foundNothing: Trace.Event.Mark = "finds no token"

  /// Its `start()` keeps the thread busy after the operation has finished, until the gate opens or
  /// the process is idle.
  ///
  /// The queue must run the next operation on another thread. Otherwise that would depend on chance.
  final class BusyThreadOperation: TracedOperation, @unchecked Sendable {
    private let mayLeave: Gate
    private let bench: Bench
    private let body, afterwards: @Sendable () -> Void

    init(
      _ name: String, until mayLeave: Gate, _ bench: Bench, body: @escaping @Sendable () -> Void,
      afterwards: @escaping @Sendable () -> Void
    ) {
      self.mayLeave = mayLeave
      self.bench = bench
      self.body = body
      self.afterwards = afterwards
      super.init(bench.log(name))
    }

    override func start() {
      log(.started, self)
      super.start()
      bench.wait(log.subject, for: mayLeave)
      afterwards()
      log(.returned, self)
    }

    override func main() {
      log(.began, self)
      body()
      log(.ended, self)
    }
  }

  /// Holds a token. The queue runs one operation at a time, so it needs no lock.
  final class TokenBox: @unchecked Sendable {
    var token: String?
  }
}
