import Foundation
import OperationTesting

extension Lesson02 {
  static let cancelThenStart = Program(
    "article", role: .article,
    "A block and an invocation operation, in no queue: cancel(), look, start(), look again."
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
    "left-alone", role: .article, "The same two, and nobody cancels them: their bodies run."
  ) { bench in
    for operation in blockAndInvocation(bench) {
      operation.start()
      bench.observe(operation, note: "after start()")
    }
  }

  // snippet: two-operations
  static func blockAndInvocation(_ bench: Bench) -> [Operation] {
    let photo = Photo(log: bench.log("photo"))
    return [bench.block("block"), bench.invocation("invocation", photo, Photo.fetch)]
  }
  // end snippet

  static let cancelAfterEnd = Program(
    "too-late", role: .article, "A block operation runs to its end, and is cancelled then."
  ) { bench in
    let block = bench.block("block")
    block.start()
    bench.observe(block, note: "after the end")
    block.cancel()
    bench.observe(block, afterCancel)
  }

  // snippet: wait-for-cancelled
  /// BROKEN ON PURPOSE: takes cancelled for finished, and waits for an end that never comes.
  static let waitForCancelled = Program(
    "wait-for-cancelled", role: .broken,
    "cancel(), then waitUntilFinished(), as if cancelling an operation finished it.",
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
    "The same with start() between: it is start() that finishes a cancelled operation."
  ) { bench in
    let block = bench.block("block")
    block.cancel()
    block.start()
    block.waitUntilFinished()
    bench.observe(block, note: "after waitUntilFinished()")
  }
  // end snippet
}
