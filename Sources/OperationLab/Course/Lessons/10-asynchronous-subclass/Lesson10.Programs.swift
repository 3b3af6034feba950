import Foundation
@_spi(Course) import OperationTesting

extension Lesson10 {
  // snippet: article
  static let article = Program(
    "article", role: .article,
    "Article A's MyOperation does its work in start(). Its states are read during and after it."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let isWorking = bench.gate("it works", isTraced: false)
    let mayEnd = bench.gate("it may end", isTraced: false)
    let operation = MyOperation(bench.log("first")) {
      isWorking.open()
      mayEnd.wait()
    }
    queue.addOperation(operation)
    isWorking.wait()
    operation.log(.observed, operation, .mark(inQueue(queue.operationCount)))
    mayEnd.open()
    bench.settle()
    operation.log(.observed, operation, .mark(inQueue(queue.operationCount)))
  }
  // end snippet

  static let whole = Program(
    "whole", role: .fixed,
    "A class with the whole contract. It finishes after start() has returned."
  ) { bench in
    download(bench) { WholeOperation($0, $1) }
  }

  static let noIsExecuting = Program(
    "no-is-executing", role: .broken, "The contract without isExecuting and its notification."
  ) { bench in
    download(bench) { NoExecutingOperation($0, $1, begins: [], ends: ["isFinished"]) }
  }

  static let noNotification = Program(
    "no-notification", role: .broken, "The contract without any notification.",
    expected: .hangs
  ) { bench in
    download(bench) { UnpostedOperation($0, $1) }
  }

  static let superStart = Program(
    "super-start", role: .broken, "The contract, but its start() calls super.start() first."
  ) { bench in
    download(bench) { SuperStartOperation($0, $1) }
  }

  static let aliasKeys = Program(
    "alias-keys", role: .article,
    "It posts 'executing' and 'finished', as article A's file download does."
  ) { bench in
    download(bench) {
      OtherKeysOperation($0, $1, begins: ["executing"], ends: ["executing", "finished"])
    }
  }

  static let ownKey = Program(
    "own-key", role: .broken, "It posts only 'state', a property of the subclass.",
    expected: .hangs
  ) { bench in
    download(bench) { OtherKeysOperation($0, $1, begins: ["state"], ends: ["state"]) }
  }

  static let noIsAsynchronous = Program(
    "no-is-asynchronous", role: .article, "The contract without isAsynchronous."
  ) { bench in
    download(bench) {
      NoAsynchronousOperation($0, $1, begins: ["isExecuting"], ends: ["isExecuting", "isFinished"])
    }
  }

  static let observers = Program(
    "observers", role: .article,
    "Property observers post the notifications, as in article D. One thread at a time."
  ) { bench in
    download(bench) { ObservingOperation($0, $1) }
  }

  // snippet: download
  /// A queue of width 1 runs first, and then next.
  static func download(
    _ bench: Bench, _ make: (Log, PretendTransfer) -> InspectedOperation
  ) {
    let queue = bench.queue("downloads", width: 1)
    let transfer = PretendTransfer(bench)
    let operation = make(bench.log("first"), transfer)
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
    // start() of first returns, and the queue does nothing more by itself.
    bench.settle()
    readProperties(of: operation)
    transfer.answer()
  }
  // end snippet

  private static func readProperties(of operation: InspectedOperation) {
    let mark = answers(
      isAsynchronous: operation.isAsynchronous, inheritedIsFinished: operation.inheritedIsFinished)
    operation.log(.observed, operation, .mark(mark))
  }

  // snippet: progress
  static let progress = Program(
    "progress", role: .article,
    "The queue's progress after a block operation, a cancelled one, and one with its own start()."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.progress.totalUnitCount = 3
    let cancelled = bench.block("cancelled")
    cancelled.cancel()
    let transfer = PretendTransfer(bench)
    let ownStart = WholeOperation(bench.log("own start"), transfer)
    for operation in [bench.block("block"), cancelled, ownStart] {
      queue.addOperation(operation)
      bench.settle()
      if operation === ownStart {
        transfer.answer()
        bench.settle()
      }
      bench.log(operation.name ?? "")(units(Int(queue.progress.completedUnitCount)))
    }
  }
  // end snippet

  static func units(_ count: Int) -> Trace.Event.Mark {
    Trace.Event.Mark("the progress is {} of 3", .number(count))
  }

  static let silentInTime = Program(
    "silent-in-time", role: .broken,
    "It posts no notification, but finishes before start() returns."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(FinishesInStart(bench.log("first")))
    queue.addOperation(bench.block("next"))
  }

  static let blocksItsThread = Program(
    "blocks-its-thread", role: .article,
    "Article A's MyOperation, whose isAsynchronous is true, is started by hand."
  ) { bench in
    let operation = bench.watch(MyOperation(bench.log("first")))
    bench.observeIsAsynchronous(operation, as: "first")
    operation.start()
    bench.observe(operation, note: "after start()")
  }

  // snippet: race
  static let setAfterDetaching = Program(
    "set-after-detaching", role: .article,
    "Article C's start(): it begins the work, then sets executing. The work ends in between."
  ) { bench in
    endWorkInsideStart(bench) { LateOperation($0, $1, ended: $2) }
  }

  static let setBeforeDetaching = Program(
    "set-before-detaching", role: .fixed,
    "start() sets executing, then begins the work. The work ends as early."
  ) { bench in
    endWorkInsideStart(bench) { EarlyOperation($0, $1, ended: $2) }
  }

  /// Makes the work end before `start()` has returned.
  static func endWorkInsideStart(
    _ bench: Bench, _ make: (Log, PretendTransfer, Gate) -> Operation
  ) {
    let transfer = PretendTransfer(bench)
    let hasEnded = bench.gate("the work has ended", isTraced: false)
    transfer.answer()
    bench.queue("downloads").addOperation(make(bench.log("first"), transfer, hasEnded))
  }
  // end snippet

  // snippet: two-ends
  static let observersTwoEnds = Program(
    "observers-two-ends", role: .broken,
    "Property observers. The transfer answers, and another thread calls cancel() in that moment."
  ) { bench in
    let transfer = PretendTransfer(bench)
    let interruption = Interruption(bench)
    let operation = ObservingOperation(bench.log("first"), transfer, interruption)
    cancelAtTheEnd(operation, transfer, interruption, bench)
  }

  static let oneLock = Program(
    "one-lock", role: .fixed,
    "The transfer answers, cancel() comes in that moment, and a lock decides which one counts."
  ) { bench in
    let transfer = PretendTransfer(bench)
    let interruption = Interruption(bench)
    let operation = OneEndOperation(bench.log("first"), transfer, interruption)
    cancelAtTheEnd(operation, transfer, interruption, bench)
  }

  static func cancelAtTheEnd(
    _ operation: Operation, _ transfer: PretendTransfer, _ interruption: Interruption,
    _ bench: Bench
  ) {
    bench.queue("downloads").addOperation(operation)
    bench.settle()
    transfer.answer()
    interruption.hasCome.wait()
    operation.cancel()
    interruption.isPast.open()
    bench.settle()
    // A later cancel() finds it finished, with a lock or without.
    operation.cancel()
  }
  // end snippet
}
