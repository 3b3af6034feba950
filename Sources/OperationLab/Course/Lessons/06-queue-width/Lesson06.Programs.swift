import Foundation
@_spi(Course) import OperationBench

extension Lesson06 {
  static let found: Trace.Event.Mark = "finds the token"
  static let foundNothing: Trace.Event.Mark = "finds no token"

  /// Its `start()` keeps the thread busy after the operation has finished, until the gate opens or
  /// the process is idle.
  ///
  /// The queue must run the next operation on another thread. Otherwise that would depend on chance.
  final class BusyThreadOperation: TracedOperation, @unchecked Sendable {
    private let mayLeave: Gate
    private let bench: Bench
    private let body, afterwards: @Sendable () -> Void

    init(
      _ name: String, until mayLeave: Gate, _ bench: Bench, body: @escaping @Sendable () -> Void,
      afterwards: @escaping @Sendable () -> Void
    ) {
      self.mayLeave = mayLeave
      self.bench = bench
      self.body = body
      self.afterwards = afterwards
      super.init(bench.log(name))
    }

    override func start() {
      log(.started, self)
      super.start()
      bench.wait(log.subject, for: mayLeave)
      afterwards()
      log(.returned, self)
    }

    override func main() {
      log(.began, self)
      body()
      log(.ended, self)
    }
  }

  /// Holds a token. The queue runs one operation at a time, so it needs no lock.
  final class TokenBox: @unchecked Sendable {
    var token: String?
  }
}

extension Lesson06 {
  // snippet: meeting
  static let widthOne = Program(
    "width-1", role: .article,
    "A queue of width 1. Each operation waits for the other to begin, until the process is idle."
  ) { bench in
    meet(in: bench.queue("downloads", width: 1), bench)
  }

  static let widthTwo = Program(
    "width-2", role: .article, "A queue of width 2. Each operation waits for the other to begin."
  ) { bench in
    meet(in: bench.queue("downloads", width: 2), bench)
  }

  static func meet(in queue: OperationQueue, _ bench: Bench) {
    let firstBegins = bench.gate("op1 has begun")
    let secondBegins = bench.gate("op2 has begun")
    let op1 = bench.block("op1") {
      firstBegins.open()
      bench.wait("op1", for: secondBegins)
    }
    let op2 = bench.block("op2") {
      secondBegins.open()
      firstBegins.wait()
    }
    queue.addOperation(op1)
    queue.addOperation(op2)
  }
  // end snippet

  // snippet: thread-dictionary
  /// BROKEN ON PURPOSE: stores data in its thread for the next operation of a serial queue.
  static let threadDictionary = Program(
    "thread-dictionary", role: .broken,
    "Width 1. login stores a token in the dictionary of its thread, and fetch looks for it there."
  ) { bench in
    // snippet: token
    runInTurn(bench) {
      Thread.current.threadDictionary["token"] = "secret"
    } find: {
      Thread.current.threadDictionary["token"] as? String
    }
    // end snippet
  }
  // end snippet

  // snippet: shared-box
  static let sharedBox = Program(
    "shared-box", role: .fixed,
    "Width 1. login stores the token in an object that both know, and fetch looks for it there."
  ) { bench in
    let box = TokenBox()
    runInTurn(bench) {
      box.token = "secret"
    } find: {
      box.token
    }
  }
  // end snippet

  // snippet: run-in-turn
  /// login, then fetch, in a queue of width 1. login keeps its thread until fetch has begun. It looks
  /// for the token before it stores it, afterwards, and after fetch has looked.
  static func runInTurn(
    _ bench: Bench, store: @escaping @Sendable () -> Void, find: @escaping @Sendable () -> String?
  ) {
    let look = { @Sendable (name: String) in
      bench.log(name)(find() == nil ? foundNothing : found)
    }
    let queue = bench.queue("session", width: 1)
    let fetchBegins = bench.gate("fetch has begun")
    let login = BusyThreadOperation("login", until: fetchBegins, bench) {
      look("login")
      store()
      look("login")
    } afterwards: {
      look("login")
    }
    queue.addOperation(login)
    queue.addOperation(
      bench.block("fetch") {
        bench.observe(login, note: "as fetch begins")
        look("fetch")
        fetchBegins.open()
      })
  }
  // end snippet

  // snippet: main-queue
  static let mainQueue = Program(
    "main-queue", role: .article,
    "The main queue, after its width was set to 2. op1 and op2 are added by two threads."
  ) { bench in
    let queue = bench.mainQueue()
    let log = bench.log("main queue")
    log(.noted, note: "width \(queue.queue.maxConcurrentOperationCount)")
    queue.setWidth(2)
    log(.noted, note: "width \(queue.queue.maxConcurrentOperationCount)")

    let secondBegins = bench.gate("op2 has begun")
    queue.addOperation(bench.block("op1") { bench.wait("op1", for: secondBegins) })
    let isAdded = bench.gate("op2 is added", isTraced: false)
    bench.elsewhere {
      queue.addOperation(bench.block("op2") { secondBegins.open() })
      isAdded.open()
    }
    isAdded.wait()
  }
  // end snippet
}
