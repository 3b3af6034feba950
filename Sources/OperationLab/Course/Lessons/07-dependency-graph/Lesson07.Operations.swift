import Foundation
import OperationLab
@_spi(Course) import OperationTesting

extension Lesson07 {
  static func dependenciesLeft(_ count: Int) -> Trace.Event.Mark {
    Trace.Event.Mark("dependencies left: {}", .number(count))
  }

  static func waits(for name: String) -> Trace.Event.Mark {
    Trace.Event.Mark("waits for {}", .text(name))
  }

  static func mustNotWait(for name: String) -> Trace.Event.Mark {
    Trace.Event.Mark("must not wait for {}, which would close a circle", .text(name))
  }

  /// Finishes when its transfer has ended, on another thread, after `start()` has returned.
  final class TransferOperation: AsyncOperation, @unchecked Sendable {
    private let transfer: Gate
    private let bench: Bench
    private let log: Log

    init(_ name: String, until transfer: Gate, _ bench: Bench) {
      self.transfer = transfer
      self.bench = bench
      log = bench.log(name)
      super.init()
      self.name = name
    }

    override func work() {
      log(.started, self)
      bench.elsewhere {
        self.transfer.wait()
        self.log(.finished, note: "by calling finish()")
        self.finish()
      }
      log(.returned, self)
    }
  }

  /// Does nothing. It records a call of `addDependency(_:)` before it is made.
  final class EmptyOperation: TracedOperation, @unchecked Sendable {
    override func addDependency(_ other: Operation) {
      log.recorder.noteWait(
        .other("for \(log.subject).addDependency(\(other.name ?? "")) to return")
      ) {
        super.addDependency(other)
      }
    }

    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
}

// snippet: unless-circular
extension Operation {
  /// Adds a dependency, unless the other operation waits for this one, directly or through others.
  ///
  /// Call it from one thread only. No other thread may add dependencies in the meantime.
  ///
  /// - Returns: whether it was added.
  func addDependencyUnlessCircular(_ other: Operation) -> Bool {
    var waiting: [Operation] = [other]
    var seen: Set<ObjectIdentifier> = []
    while let operation = waiting.popLast() {
      if operation === self { return false }
      guard seen.insert(ObjectIdentifier(operation)).inserted else { continue }
      waiting += operation.dependencies
    }
    addDependency(other)
    return true
  }
}
// end snippet
