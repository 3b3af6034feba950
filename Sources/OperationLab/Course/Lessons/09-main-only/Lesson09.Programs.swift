import Foundation
@_spi(Course) import OperationTesting

extension Lesson09 {
  // snippet: three-ways
  static let threeWays = Program(
    "three-ways", role: .article,
    "Three operations of one class: main() is called, start() is called, added to a queue."
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
  /// BROKEN ON PURPOSE: calls `main()` itself. The work runs, and the operation never finishes.
  static let mainByHand = Program(
    "main-by-hand", role: .broken,
    "show depends on print, and the program calls main() of print.", expected: .hangs
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
    "start-by-hand", role: .fixed, "show depends on print, and the program calls start() of print."
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
    "Two cancelled operations: main() of one is called, and start() of the other."
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
    "loop has three steps and never checks isCancelled. It is cancelled after the first."
  ) { bench in
    cancelAfterStepOne(bench) { UncheckedOperation($0, pausing: $1) }
  }

  static let looksAtCancel = Program(
    "looks-at-cancel", role: .fixed,
    "loop has three steps and checks isCancelled before each. It is cancelled after the first."
  ) { bench in
    cancelAfterStepOne(bench) { CheckingOperation($0, pausing: $1) }
  }

  // snippet: cancel-after-step-one
  /// Cancels one operation after its first step, and does not cancel another of the same class.
  static func cancelAfterStepOne(
    _ bench: Bench, _ make: (Log, @escaping @Sendable () -> Void) -> Operation
  ) {
    let stepIsDone = bench.gate("step 1 is done", isTraced: false)
    let mayContinue = bench.gate("body may continue", isTraced: false)
    let queue = bench.queue("loops", width: 1)
    let loop = make(bench.log("loop")) {
      stepIsDone.open()
      mayContinue.wait()
    }
    queue.addOperation(loop)
    stepIsDone.wait()
    loop.cancel()
    queue.addOperation(make(bench.log("left alone")) {})
    mayContinue.open()
  }
  // end snippet

  static let serial = Program(
    "serial", role: .article, "Three operations of article E's serial class, in a queue of width 1."
  ) { bench in
    count(bench, width: 1)
  }

  /// BROKEN ON PURPOSE: relies on the lock of the class. Only the width makes the queue serial.
  static let serialWide = Program(
    "serial-wide", role: .broken,
    "Three operations of article E's serial class, in a queue of width 2."
  ) { bench in
    count(bench, width: 2)
  }

  // snippet: count
  /// Each body waits until nothing more happens. So every operation that can begin has begun.
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
