import OperationLab
@_spi(Course) import OperationTesting

extension Lesson01 {
  /// Overrides only `main()`, as article A's first subclass does.
  final class MainOnlyOperation: TracedOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }

  // snippet: flag-alone
  /// BROKEN ON PURPOSE: `isAsynchronous` returns true, but the work runs inside `start()`.
  final class FlagOnlyOperation: TracedOperation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }

    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: really-asynchronous
  /// Fixed: does its work on another thread, and calls `finish()` when the work is done.
  final class ThreadOperation: AsyncOperation, @unchecked Sendable {
    private let log: Log
    private let startReturned: Gate
    private let bench: Bench

    init(_ name: String, bench: Bench, startReturned: Gate) {
      log = bench.log(name)
      self.bench = bench
      self.startReturned = startReturned
      super.init()
      self.name = name
    }

    // Called by start(), on its thread.
    override func work() {
      log(.started, self)
      bench.elsewhere {
        self.startReturned.wait()
        self.log(.began, self)
        self.log(.ended, self)
        self.finish()
      }
      log(.returned, self)
    }
  }
  // end snippet

  /// The target of an invocation.
  struct Photo: Sendable {
    static let fetchRuns: Trace.Event.Mark = "fetch() runs"

    let log: Log

    func fetch() -> String {
      log(Self.fetchRuns)
      return "600 x 400"
    }
  }
}

// The marks that the programs write into the trace.
extension Lesson01 {
  static let afterMain: Event.Mark = "after main()"
}
