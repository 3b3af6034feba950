import Foundation
import OperationTesting

extension Lesson10 {
  static let blocksItsThread = Program(
    "blocks-its-thread", role: .article,
    "Article A's MyOperation, which says that it is asynchronous, is started by hand."
  ) { bench in
    let operation = bench.watch(MyOperation(bench.log("first")))
    bench.observeIsAsynchronous(operation, as: "first")
    operation.start()
    bench.observe(operation, note: "after start()")
  }

  // snippet: cancelled-first
  static let executesFirst = Program(
    "executes-first", role: .article,
    "Article A's MyOperation is cancelled, and then put into a queue."
  ) { bench in
    cancelThenEnqueue(MyOperation(bench.log("first")), bench)
  }

  static let asksFirst = Program(
    "asks-first", role: .fixed, "The same; it asks whether it is cancelled before anything else."
  ) { bench in
    cancelThenEnqueue(AskingOperation(bench.log("first")), bench)
  }

  static func cancelThenEnqueue(_ operation: Operation, _ bench: Bench) {
    operation.cancel()
    bench.queue("downloads").addOperation(operation)
  }
  // end snippet

  // snippet: ending
  static let finishedFirst = Program(
    "finished-first", role: .article,
    "Article A's finishTask(): finished first, executing after it. The next one looks in between."
  ) { bench in
    lookAtTheEnd(bench) { FinishedFirst($0, pause: $1) }
  }

  static let executingFirst = Program(
    "executing-first", role: .fixed, "The same two steps the other way round."
  ) { bench in
    lookAtTheEnd(bench) { ExecutingFirst($0, pause: $1) }
  }

  /// A queue of width 1: the next starts when the queue has heard of the end, and looks.
  static func lookAtTheEnd(
    _ bench: Bench, _ make: (Log, @escaping @Sendable () -> Void) -> Operation
  ) {
    let queue = bench.queue("downloads", width: 1)
    let hasLooked = bench.gate("next has looked", isTraced: false)
    let operation = make(bench.log("first")) { _ = hasLooked.waitUnlessQuiet() }
    queue.addOperation(operation)
    queue.addOperation(
      bench.block("next") {
        bench.log("look")(.observed, operation, note: "at first, by next")
        hasLooked.open()
      })
  }
  // end snippet

  static let noIsAsynchronous = Program(
    "no-is-asynchronous", role: .article, "The whole contract without isAsynchronous."
  ) { bench in
    download(bench) { UnsaidOperation($0, $1) }
  }
}
