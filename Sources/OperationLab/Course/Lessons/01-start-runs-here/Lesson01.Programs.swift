import Foundation
@_spi(Course) import OperationTesting

extension Lesson01 {
  static let byHand = Program(
    "by-hand", role: .article,
    "The program itself calls start() or main(), on the main thread and on another one."
  ) { bench in
    // snippet: by-hand
    let here = bench.block("here")
    bench.observe(here, note: "before start()")
    here.start()
    bench.observe(here, note: "after start()")

    let there = bench.block("there")
    let isDone = bench.gate("there is done", isTraced: false)
    bench.elsewhere {
      bench.observe(there, note: "before start()")
      there.start()
      bench.observe(there, note: "after start()")
      isDone.open()
    }
    isDone.wait()
    // end snippet

    // snippet: main-or-start
    let called = bench.watch(MainOnlyOperation(bench.log("called")))
    bench.observe(called, note: "before main()")
    called.main()
    bench.observe(called, afterMain)
    let started = bench.watch(MainOnlyOperation(bench.log("started")))
    bench.observe(started, note: "before start()")
    started.start()
    bench.observe(started, note: "after start()")
    // end snippet
  }

  static let flagAlone = Program(
    "flag-alone", role: .broken,
    "isAsynchronous of Foundation's classes, and a subclass that overrides it and nothing else."
  ) { bench in
    let photo = Photo(log: bench.log("photo"))
    bench.observeIsAsynchronous(Operation(), as: "plain")
    bench.observeIsAsynchronous(BlockOperation {}, as: "block")
    bench.observeIsAsynchronous(
      InvocationOperation(bench.log("invocation"), photo, Photo.fetch), as: "invocation")
    let operation = bench.watch(FlagOnlyOperation(bench.log("flag only")))
    bench.observeIsAsynchronous(operation, as: "flag only")
    bench.observe(operation, note: "before start()")
    operation.start()
    bench.observe(operation, note: "after start()")
  }

  static let reallyAsynchronous = Program(
    "really-asynchronous", role: .fixed,
    "A subclass that does its work on another thread: start() returns before the work begins."
  ) { bench in
    let startReturned = bench.gate("start() has returned")
    let operation = bench.watch(
      ThreadOperation("thread", bench: bench, startReturned: startReturned))
    bench.observeIsAsynchronous(operation, as: "thread")
    bench.observe(operation, note: "before start()")
    operation.start()
    bench.observe(operation, note: "after start()")
    startReturned.open()
  }

  static let byQueue = Program(
    "by-queue", role: .article, "An operation is added to a queue, and the queue starts it."
  ) { bench in
    // snippet: by-queue
    let queue = bench.queue("downloads")
    queue.addOperation(bench.block("queued") { bench.observeCurrentQueue(in: "queued") })
    // end snippet
  }
}

// Further: an operation that calls a method, and the class Operation itself.
extension Lesson01 {
  static let invocation = Program(
    "invocation", role: .article, "An operation that calls a method, started on the main thread."
  ) { bench in
    let photo = Photo(log: bench.log("photo"))
    let invocation = bench.watch(
      InvocationOperation(bench.log("invocation"), photo, Photo.fetch))
    bench.observe(invocation, note: "before start()")
    invocation.start()
    bench.observe(invocation, note: "after start()")
  }

  // snippet: bare
  static let bare = Program(
    "bare", role: .article,
    "Foundation's Operation itself: main(), start(), and added to a queue."
  ) { bench in
    let operations = ["called", "started", "queued"].map { name in
      let operation = Operation()
      operation.name = name
      operation.completionBlock = { bench.log(name)(.completed) }
      bench.observeIsAsynchronous(operation, as: name)
      return bench.watch(operation)
    }
    bench.observe(operations[0], note: "before main()")
    operations[0].main()
    bench.observe(operations[0], afterMain)
    bench.observe(operations[1], note: "before start()")
    operations[1].start()
    bench.observe(operations[1], note: "after start()")
    bench.queue("downloads").addOperation(operations[2])
  }
  // end snippet

  /// BROKEN ON PURPOSE: calls `main()`, which does not finish the operation.
  static let mainThenQueue = Program(
    "main-then-queue", role: .broken, "main() is called, and then the operation joins a queue."
  ) { bench in
    let twice = MainOnlyOperation(bench.log("twice"))
    twice.main()
    bench.queue("downloads").addOperation(twice)
  }
}
