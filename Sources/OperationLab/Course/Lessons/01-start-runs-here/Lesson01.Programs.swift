import Foundation
import OperationDoctor
import OperationLab
@_spi(Course) import OperationBench

/// An operation that calls a method of a target and records it. It stands for Objective-C's
/// `NSInvocationOperation`, which Swift does not have on any platform.
///
/// A method is named by its type, as in `Photo.fetch`.
final class InvocationOperation<Target: Sendable, Value>: TracedOperation, @unchecked Sendable {
  private let target: Target
  private let method: @Sendable (Target) -> () -> Value

  init(_ log: Log, _ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value) {
    self.target = target
    self.method = method
    super.init(log)
  }

  override func start() { log.duringStart(of: self) { super.start() } }

  override func main() {
    log(.began, self)
    _ = method(target)()
    log(.ended, self)
  }

  override func cancel() {
    log(.cancelled, self)
    super.cancel()
  }
}

extension Lesson01 {
  /// Overrides only `main()`, as article A's first subclass does.
  final class MainOnlyOperation: TracedOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }

  // snippet: flag-alone
  /// BROKEN ON PURPOSE: `isAsynchronous` returns true, but the work runs inside `start()`.
  final class FlagOnlyOperation: TracedOperation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }

    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: really-asynchronous
  /// Fixed: does its work on another thread, and calls `finish()` when the work is done.
  final class ThreadOperation: AsyncOperation, @unchecked Sendable {
    private let log: Log
    private let startReturned: Gate
    private let bench: Bench

    init(_ name: String, bench: Bench, startReturned: Gate) {
      log = bench.log(name)
      self.bench = bench
      self.startReturned = startReturned
      super.init()
      self.name = name
    }

    // Called by start(), on its thread.
    override func work() {
      log(.started, self)
      bench.elsewhere {
        self.startReturned.wait()
        self.log(.began, self)
        self.log(.ended, self)
        self.finish()
      }
      log(.returned, self)
    }
  }
  // end snippet

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
extension Lesson01 {
  static let afterMain: Event.Mark = "after main()"
}

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
