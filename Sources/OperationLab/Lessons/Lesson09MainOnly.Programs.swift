import Foundation

/// What lesson 9 runs.
enum MainOnlyPrograms {
  static let all = [
    threeWays, mainByHand, startByHand, ignoresCancel, looksAtCancel, serial, serialWide,
  ]

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
    operations[0].main()
    operations[1].start()
    bench.queue("prints").addOperation(operations[2])
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

  static let ignoresCancel = Program(
    "ignores-cancel", role: .broken,
    "A body of three steps that never looks at isCancelled, cancelled after the first."
  ) { bench in
    cancelAfterStepOne(bench) { DeafOperation(bench.log("loop"), pausing: $0) }
  }

  static let looksAtCancel = Program(
    "looks-at-cancel", role: .fixed, "The same body, which looks at isCancelled before every step."
  ) { bench in
    cancelAfterStepOne(bench) { PollingOperation(bench.log("loop"), pausing: $0) }
  }

  private static func cancelAfterStepOne(
    _ bench: Bench, _ make: (@escaping @Sendable () -> Void) -> Operation
  ) {
    let stepIsDone = bench.gate("step 1 is done", isTraced: false)
    let mayGoOn = bench.gate("body may go on", isTraced: false)
    let operation = make {
      stepIsDone.open()
      mayGoOn.wait()
    }
    bench.queue("loops").addOperation(operation)
    stepIsDone.wait()
    operation.cancel()
    bench.log("loop")(.cancelled, operation)
    mayGoOn.open()
  }

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
  /// The first operation stays in its body until another begins, or nothing can begin any more.
  private static func count(_ bench: Bench, width: Int) {
    let queue = bench.queue("counts", width: width)
    let another = bench.gate("another has begun", isTraced: false)
    for name in counts {
      queue.addOperation(
        SerialOperation(bench.log(name)) {
          guard name == counts.first else { return another.open() }
          let met = another.waitUnlessQuiet()
          bench.log(name)(
            .noted, note: met ? "another began meanwhile" : "no other began meanwhile")
        })
    }
  }
  // end snippet

  static let counts = ["count 1", "count 2", "count 3"]
}

// snippet: print
/// Overrides `main()` and nothing else, as article A's first subclass does.
private final class PrintOperation: TracedOperation, @unchecked Sendable {
  override func main() {
    log(.began, self)
    log(.ended, self)
  }
}
// end snippet

// snippet: deaf
/// BROKEN ON PURPOSE: never looks at `isCancelled`.
private final class DeafOperation: SteppingOperation, @unchecked Sendable {
  override func main() {
    log(.began, self)
    for step in 1...3 {
      perform(step)
    }
    log(.ended, self)
  }
}
// end snippet

// snippet: polling
/// The same, except that it looks before every step.
private final class PollingOperation: SteppingOperation, @unchecked Sendable {
  override func main() {
    log(.began, self)
    for step in 1...3 {
      if isCancelled { break }
      perform(step)
    }
    log(.ended, self)
  }
}
// end snippet

/// What is done in a step; it pauses after the first, so that it can be cancelled just then.
private class SteppingOperation: TracedOperation, @unchecked Sendable {
  private let pause: @Sendable () -> Void

  init(_ log: Log, pausing pause: @escaping @Sendable () -> Void) {
    self.pause = pause
    super.init(log)
  }

  final func perform(_ step: Int) {
    log(.noted, self, note: "step \(step)")
    if step == 1 { pause() }
  }
}

// snippet: serial
/// Article E's serial subclass: `main()` under a recursive lock of the operation's own.
private final class SerialOperation: TracedOperation, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let body: @Sendable () -> Void

  init(_ log: Log, body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(log)
  }

  override func main() {
    lock.lock()
    if isCancelled {
      log(.noted, note: "was cancelled")
    } else if isReady {
      log.during(body)
    }
    lock.unlock()
  }
}
// end snippet
