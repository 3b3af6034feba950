import Foundation
@_spi(Course) import OperationBench

extension Lesson17 {
  /// Reads its own state when the gate opens.
  final class ReadingOperation: TracedOperation, @unchecked Sendable {
    private let mayRead: Gate

    init(_ log: Log, when mayRead: Gate) {
      self.mayRead = mayRead
      super.init(log)
    }

    override func main() {
      log(.began, self)
      mayRead.wait()
      log(.observed, self, note: "reads isCancelled")
      log(.ended, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }
  }

  // snippet: where-am-i
  /// Records which queue runs the calling code.
  static func noteCurrentQueue(_ log: Log) {
    let queue = OperationQueue.current
    let name = queue === OperationQueue.main ? "main queue" : queue?.name
    log(current(name ?? "none"))
  }
  // end snippet

  /// The queue that runs the calling code, or `none`.
  static func current(_ name: String) -> Trace.Event.Mark {
    .init("current queue: {}", name == "none" ? .words(name) : .text(name))
  }

  /// The value of `operations` of a queue.
  static func operations(_ names: [String]) -> Trace.Event.Mark {
    .init("operations: {}", .text("\(names)"))
  }

  /// The value of `operationCount` of a queue.
  static func operationCount(_ count: Int) -> Trace.Event.Mark {
    .init("operationCount: {}", .number(count))
  }

  /// A completion block is about to return.
  static let blockReturns: Trace.Event.Mark = "completion block returns"
}
