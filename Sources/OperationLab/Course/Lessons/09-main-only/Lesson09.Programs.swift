import Foundation
import OperationLab
import OperationTesting

extension Lesson09 {
  // snippet: three-ways
  static let threeWays = Program(
    "three-ways", role: .article,
    "The same subclass three times: main() called, start() called, put into a queue."
  ) { bench in
    let operations = ["called", "started", "queued"].map { name in
      let operation = PrintOperation(bench.log(name))
      operation.completionBlock = { bench.log(name)(.completed) }
      return bench.watch(operation)
    }
    let look = {
      let isThere = operations[0].completionBlock != nil
      let mark = isThere ? hasCompletionBlock : hasNoCompletionBlock
      operations[0].log(.observed, operations[0], .mark(mark))
    }
    operations[0].main()
    look()
    operations[1].start()
    bench.queue("prints").addOperation(operations[2])
    bench.settle()
    look()
  }
  // end snippet

  // snippet: main-by-hand
  /// BROKEN ON PURPOSE: calls `main()` itself; the work is done, and the operation never ends.
  static let mainByHand = Program(
    "main-by-hand", role: .broken,
    "show depends on print, and somebody calls print's main() directly.", expected: .hangs
  ) { bench in
    let queue = bench.queue("prints")
    let print = bench.watch(PrintOperation(bench.log("print")))
    let show = bench.block("show")
    show.addDependency(print)
    queue.addOperation(show)
    print.main()
  }
  // end snippet

  // snippet: start-by-hand
  static let startByHand = Program(
    "start-by-hand", role: .fixed, "The same with start(), which calls main() and reports the end."
  ) { bench in
    let queue = bench.queue("prints")
    let print = bench.watch(PrintOperation(bench.log("print")))
    let show = bench.block("show")
    show.addDependency(print)
    queue.addOperation(show)
    print.start()
  }
  // end snippet

  // snippet: main-cancelled
  static let mainCancelled = Program(
    "main-cancelled", role: .article,
    "Two operations, both cancelled: main() is called on one, start() on the other."
  ) { bench in
    let called = bench.watch(PrintOperation(bench.log("called")))
    let started = bench.watch(PrintOperation(bench.log("started")))
    called.cancel()
    started.cancel()
    bench.observe(called, note: "cancelled; now main()")
    called.main()
    bench.observe(started, note: "cancelled; now start()")
    started.start()
  }
  // end snippet

  static let ignoresCancel = Program(
    "ignores-cancel", role: .broken,
    "A body of three steps that never looks at isCancelled, cancelled after the first."
  ) { bench in
    cancelAfterStepOne(bench) { DeafOperation($0, pausing: $1) }
  }

  static let looksAtCancel = Program(
    "looks-at-cancel", role: .fixed, "The same body, which looks at isCancelled before every step."
  ) { bench in
    cancelAfterStepOne(bench) { PollingOperation($0, pausing: $1) }
  }

  // snippet: cancel-after-step-one
  /// Cancels one operation after its first step, and leaves another of the same class alone.
  static func cancelAfterStepOne(
    _ bench: Bench, _ make: (Log, @escaping @Sendable () -> Void) -> Operation
  ) {
    let stepIsDone = bench.gate("step 1 is done", isTraced: false)
    let mayGoOn = bench.gate("body may go on", isTraced: false)
    let queue = bench.queue("loops", width: 1)
    let loop = make(bench.log("loop")) {
      stepIsDone.open()
      mayGoOn.wait()
    }
    queue.addOperation(loop)
    stepIsDone.wait()
    loop.cancel()
    queue.addOperation(make(bench.log("left alone")) {})
    mayGoOn.open()
  }
  // end snippet

  static let serial = Program(
    "serial", role: .article, "Article E's serial subclass, three times in a queue of width 1."
  ) { bench in
    count(bench, width: 1)
  }

  /// BROKEN ON PURPOSE: relies on the subclass to be serial; only the queue's width makes it so.
  static let serialWide = Program(
    "serial-wide", role: .broken, "The same three in a queue of width 2."
  ) { bench in
    count(bench, width: 2)
  }

  // snippet: count
  /// Every body stays where it is until everything is at rest, so whoever can begin has begun.
  static func count(_ bench: Bench, width: Int) {
    let queue = bench.queue("counts", width: width)
    let mayEnd = bench.gate("bodies may end", isTraced: false)
    let operations = counts.map { SerialOperation(bench.log($0)) { mayEnd.wait() } }
    operations.forEach { queue.addOperation($0) }
    bench.settle()
    for operation in operations {
      let mark = operation.isLocked ? lockIsHeld : lockIsFree
      operation.log(.observed, operation, .mark(mark))
    }
    mayEnd.open()
  }
  // end snippet

  static let counts = ["count 1", "count 2", "count 3"]

  static let hasCompletionBlock: Event.Mark = "has a completion block"
  static let hasNoCompletionBlock: Event.Mark = "has no completion block"
  static let lockIsHeld: Event.Mark = "its lock is held"
  static let lockIsFree: Event.Mark = "its lock is free"
}
