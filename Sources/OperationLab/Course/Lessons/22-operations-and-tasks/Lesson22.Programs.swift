import Foundation
import OperationLab
@_spi(Course) import OperationBench
import Synchronization

extension Lesson22 {
  /// BROKEN ON PURPOSE: begins, and never calls `finish()`.
  final class NeverFinishes: AsyncOperation, @unchecked Sendable {
    private let log: Log

    init(_ log: Log) {
      self.log = log
      super.init()
      name = log.subject
    }

    override func work() { log(.began) }
  }

  /// The task stores the picture here, and show looks for it here.
  final class Album: Sendable {
    private let picture = Mutex<String?>(nil)

    var isEmpty: Bool { picture.withLock { $0 == nil } }

    func keep(_ picture: String) {
      self.picture.withLock { $0 = picture }
    }
  }

  // snippet: until-cancelled
  /// Suspends the calling task until it is cancelled.
  static func untilCancelled() async {
    let signal = Signal()
    await withTaskCancellationHandler {
      await signal.wait()
    } onCancel: {
      signal.send()
    }
  }

  /// One task waits for it, and any thread may send it, before or after.
  private final class Signal: Sendable {
    private enum State { case quiet, awaited(CheckedContinuation<Void, Never>), sent }

    private let state = Mutex(State.quiet)

    func wait() async {
      await withCheckedContinuation { continuation in
        let wasSent = state.withLock { state in
          if case .sent = state { return true }
          state = .awaited(continuation)
          return false
        }
        if wasSent { continuation.resume() }
      }
    }

    func send() {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .sent }
        if case .awaited(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume()
    }
  }
  // end snippet

  static let awaits: Event.Mark = "awaits for the first time"

  /// What `await` does in an `async` `main`: the rest becomes a job of the main actor, and the main
  /// thread calls the runtime's function that runs such jobs. At the end, the process exits.
  static func awaitInMain(_ rest: @escaping @MainActor @Sendable () async -> Void) -> Never {
    Task { @MainActor in
      await rest()
      exit(0)
    }
    runJobsOfMainActor()
  }
}

/// The compiler calls it in each program whose `main` is `async`. No module declares it.
@_silgen_name("swift_task_asyncMainDrainQueue")
private func runJobsOfMainActor() -> Never

extension Bench {
  /// An operation whose task records when it begins and ends.
  func task(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Operation {
    let log = log(name)
    let operation = TaskOperation { await log.during(body) }
    operation.name = name
    return operation
  }
}

extension Log {
  /// Records when an `async` body begins and ends. After an `await`, it may continue on another
  /// thread.
  func during(_ body: @Sendable () async -> Void) async {
    self(.began)
    await body()
    self(.ended)
  }
}

extension PretendTransfer {
  // snippet: arrival
  /// Suspends the calling task until the transfer answers: a bridge from a callback to a task.
  func arrival() async {
    await withCheckedContinuation { continuation in
      begin { continuation.resume() }
    }
  }
  // end snippet
}

// A task in an operation.
extension Lesson22 {
  // snippet: task-in-block
  /// BROKEN ON PURPOSE: the block begins a task and returns.
  static let taskInBlock = Program(
    "task-in-block", role: .broken,
    "A block operation begins its work in a task. show depends on the operation."
  ) { bench in
    showAfterwards(bench) { fetch in
      bench.block("download") {
        Task { await fetch() }
      }
    }
  }
  // end snippet

  // snippet: task-operation
  static let taskOperation = Program(
    "task-operation", role: .fixed,
    "A TaskOperation does the work, and finishes when its task has ended."
  ) { bench in
    showAfterwards(bench) { fetch in
      TaskOperation { await fetch() }
    }
  }
  // end snippet

  static let findsNoPicture: Event.Mark = "there is no picture"
  static let showsPicture: Event.Mark = "shows the picture"

  // snippet: fetch
  /// Makes download, which gets an `async` function that fetches, and show, which depends on it. The
  /// transfer answers only when the process is idle.
  static func showAfterwards(
    _ bench: Bench, _ makeDownload: (@escaping @Sendable () async -> Void) -> Operation
  ) {
    let (transfer, album) = (PretendTransfer(bench), Album())
    let download = makeDownload {
      await bench.log("work").during {
        await transfer.arrival()
        album.keep("600 x 400")
      }
    }
    // end snippet
    download.name = "download"
    let show = bench.block("show") {
      bench.log("show")(album.isEmpty ? findsNoPicture : showsPicture)
    }
    show.addDependency(download)
    let queue = bench.queue("pictures", width: 2)
    queue.addOperation(show)
    queue.addOperation(download)
    bench.settle()
    transfer.answer()
  }
}

// The end of a task.
extension Lesson22 {
  // snippet: never-resumed
  /// BROKEN ON PURPOSE: 'no finish' never calls finish(), and 'no resume' never resumes its continuation.
  static let neverResumed = Program(
    "never-resumed", role: .broken,
    "Two operations never end by themselves, and two tasks wait until they are cancelled. All are cancelled.",
    expected: .hangs
  ) { bench in
    let queue = bench.queue("downloads", width: 4)
    let noFinish = NeverFinishes(bench.log("no finish"))
    let noResume = bench.task("no resume") {
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    let looks = bench.task("looks") { await untilCancelled() }
    let operations = [noFinish, noResume, looks]
    operations.forEach(queue.addOperation)
    let caller = Task {
      await bench.log("caller").during {
        try? await queue.run(name: "run") {
          await bench.log("run").during { await untilCancelled() }
        }
      }
    }
    bench.settle()
    for operation in operations {
      bench.log(operation.name ?? "")(.cancelled)
      operation.cancel()
    }
    bench.log("caller")(.cancelled)
    caller.cancel()
  }
  // end snippet
}

// The threads of a task.
extension Lesson22 {
  // snippet: main-actor
  static let onMainActor = Program(
    "main-actor", role: .article,
    "A block operation begins two tasks, one on the main actor and one on no actor. Both await."
  ) { bench in
    let transfer = PretendTransfer(bench)
    bench.queue("downloads").addOperation(
      bench.block("download") {
        Task { @MainActor in
          bench.log("on main actor")(.began)
          await transfer.arrival()
          bench.log("on main actor")(.ended)
        }
        Task { await bench.log("on no actor").during { await transfer.arrival() } }
      })
    bench.settle()
    transfer.answer()
  }
  // end snippet

  // snippet: async-main
  /// `main` is `async` here. Each `await` gives the main thread to Swift's runtime.
  static let asyncMain = Program(
    "async-main", role: .article,
    "main is async. After its first await, it adds an operation to the main queue. Then it returns.",
    expected: .exits
  ) { bench in
    let queue = bench.mainQueue()
    bench.log("main")(awaits)
    awaitInMain {
      bench.log("rest of main")(.began)
      await withCheckedContinuation { continuation in
        queue.addOperation(bench.block("in main queue") { continuation.resume() })
      }
      bench.log("rest of main")(.ended)
    }
  }
  // end snippet
}
