import Foundation
import OperationLab
import OperationTesting

extension Lesson17 {
  /// Reads its own state when it is told to.
  final class LookingOperation: TracedOperation, @unchecked Sendable {
    private let mayLook: Gate

    init(_ log: Log, when mayLook: Gate) {
      self.mayLook = mayLook
      super.init(log)
    }

    override func main() {
      log(.began, self)
      mayLook.wait()
      log(.observed, self, note: "looks at isCancelled")
      log(.ended, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }
  }

  // snippet: where-am-i
  /// Writes down which queue runs the code that asks.
  static func noteCurrentQueue(_ log: Log) {
    let queue = OperationQueue.current
    let name = queue === OperationQueue.main ? "main queue" : queue?.name
    log(current(name ?? "none"))
  }
  // end snippet

  /// The queue that runs the code that asks, or `none`.
  static func current(_ name: String) -> Trace.Event.Mark {
    .init("current queue: {}", .text(name))
  }
}
