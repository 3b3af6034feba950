import Foundation
import OperationTesting

extension Lesson10 {
  static let article = Program(
    "article", role: .article,
    "Article A's subclass, which works inside start(); somebody looks meanwhile and afterwards."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let isWorking = bench.gate("it is working", isTraced: false)
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

  static let whole = Program(
    "whole", role: .fixed, "All overrides, all notifications; the work ends after start() returned."
  ) { bench in
    download(bench) { WholeOperation($0, $1) }
  }

  static let noIsExecuting = Program(
    "no-is-executing", role: .broken, "The same without isExecuting and its notification."
  ) { bench in
    download(bench) { DenyingOperation($0, $1) }
  }

  static let noNotification = Program(
    "no-notification", role: .broken, "The same, but nobody is told that it has finished.",
    expected: .hangs
  ) { bench in
    download(bench) { SecretiveOperation($0, $1) }
  }

  static let superStart = Program(
    "super-start", role: .broken, "The same with super.start() called first."
  ) { bench in
    download(bench) { SuperStartOperation($0, $1) }
  }

  static let aliasKeys = Program(
    "alias-keys", role: .article,
    "The same with the keys 'executing' and 'finished', as in article A's file download."
  ) { bench in
    download(bench) { AliasOperation($0, $1) }
  }

  static let observers = Program(
    "observers", role: .article, "Article D: property observers post; one thread at a time."
  ) { bench in
    download(bench) { ObservingOperation($0, $1) }
  }

  // snippet: download
  /// A queue of width 1, the operation, and another one that can start only after it.
  static func download(
    _ bench: Bench, _ make: (Log, PretendTransfer) -> OpenOperation
  ) {
    let queue = bench.queue("downloads", width: 1)
    let transfer = PretendTransfer(bench)
    let operation = make(bench.log("first"), transfer)
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
    // By then start() has returned, and the queue has looked at isFinished for the last time.
    bench.settle()
    let mark = answers(
      isAsynchronous: operation.isAsynchronous, inheritedIsFinished: operation.inheritedIsFinished)
    operation.log(.observed, operation, .mark(mark))
    transfer.answer()
  }
  // end snippet

  // snippet: race
  static let setAfterDetaching = Program(
    "set-after-detaching", role: .article,
    "Article C's start(): the thread first, then executing. The thread happens to be faster."
  ) { bench in
    overtake(bench) { LateOperation($0, $1, overtaken: $2) }
  }

  static let setBeforeDetaching = Program(
    "set-before-detaching", role: .fixed,
    "The same two steps the other way round. The thread is as fast."
  ) { bench in
    overtake(bench) { EarlyOperation($0, $1, overtaken: $2) }
  }

  /// Makes the work end while `start()` is still on its way.
  static func overtake(
    _ bench: Bench, _ make: (Log, PretendTransfer, Gate) -> Operation
  ) {
    let transfer = PretendTransfer(bench)
    let isOver = bench.gate("the work is over", isTraced: false)
    transfer.answer()
    bench.queue("downloads").addOperation(make(bench.log("first"), transfer, isOver))
  }
  // end snippet

  // snippet: two-ends
  static let observersTwoEnds = Program(
    "observers-two-ends", role: .broken,
    "Property observers; the transfer answers, and somebody cancels at the same moment."
  ) { bench in
    let transfer = PretendTransfer(bench)
    let moment = Moment(bench)
    let operation = ObservingOperation(bench.log("first"), transfer, moment)
    cancelAtTheSameMoment(operation, transfer, moment, bench)
  }

  static let oneLock = Program(
    "one-lock", role: .fixed, "The same with one lock around the question who may end it."
  ) { bench in
    let transfer = PretendTransfer(bench)
    let moment = Moment(bench)
    let operation = OneEndOperation(bench.log("first"), transfer, moment)
    cancelAtTheSameMoment(operation, transfer, moment, bench)
  }

  static func cancelAtTheSameMoment(
    _ operation: Operation, _ transfer: PretendTransfer, _ moment: Moment, _ bench: Bench
  ) {
    bench.queue("downloads").addOperation(operation)
    bench.settle()
    transfer.answer()
    moment.hasCome.wait()
    operation.cancel()
    moment.isPast.open()
    bench.settle()
    // Who comes later finds it finished, with a lock or without.
    operation.cancel()
  }
  // end snippet

  static let silentInTime = Program(
    "silent-in-time", role: .broken, "Tells nobody, either, but ends before start() returns."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(HastyOperation(bench.log("first")))
    queue.addOperation(bench.block("next"))
  }

  static let ownKey = Program(
    "own-key", role: .broken, "Announces 'state' instead, a property of the subclass's own.",
    expected: .hangs
  ) { bench in
    download(bench) { StateOperation($0, $1) }
  }
}

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
