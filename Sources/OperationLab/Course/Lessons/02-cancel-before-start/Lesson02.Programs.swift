import Foundation
import OperationDoctor
@_spi(Course) import OperationBench

extension Lesson02 {
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
extension Lesson02 {
  static let afterCancel: Event.Mark = "after cancel()"
}

extension Lesson02 {
  static let cancelThenStart = Program(
    "article", role: .article,
    "A block and an invocation operation, in no queue. Each is cancelled, then started."
  ) { bench in
    // snippet: cancel-then-start
    for operation in blockAndInvocation(bench) {
      operation.cancel()
      bench.observe(operation, afterCancel)
      operation.start()
      bench.observe(operation, note: "after start()")
    }
    // end snippet
  }

  static let leftAlone = Program(
    "left-alone", role: .article, "The two operations are started without cancel()."
  ) { bench in
    for operation in blockAndInvocation(bench) {
      operation.start()
      bench.observe(operation, note: "after start()")
    }
  }

  // snippet: two-operations
  static func blockAndInvocation(_ bench: Bench) -> [Operation] {
    let photo = Photo(log: bench.log("photo"))
    return [
      bench.block("block"),
      bench.watch(InvocationOperation(bench.log("invocation"), photo, Photo.fetch)),
    ]
  }
  // end snippet

  static let cancelAfterEnd = Program(
    "too-late", role: .article, "A block operation finishes, and is then cancelled."
  ) { bench in
    let block = bench.block("block")
    block.start()
    bench.observe(block, note: "before cancel()")
    block.cancel()
    bench.observe(block, afterCancel)
  }

  // snippet: wait-for-cancelled
  /// BROKEN ON PURPOSE: treats cancelled as finished, and waits forever.
  static let waitForCancelled = Program(
    "wait-for-cancelled", role: .broken,
    "Calls cancel(), then waitUntilFinished(), but never start().",
    expected: .hangs
  ) { bench in
    let block = bench.block("block")
    block.cancel()
    block.waitUntilFinished()
    bench.observe(block, note: "after waitUntilFinished()")
  }
  // end snippet

  // snippet: start-then-wait
  static let startThenWait = Program(
    "start-then-wait", role: .fixed,
    "Calls cancel(), then start(), then waitUntilFinished()."
  ) { bench in
    let block = bench.block("block")
    block.cancel()
    block.start()
    block.waitUntilFinished()
    bench.observe(block, note: "after waitUntilFinished()")
  }
  // end snippet
}
