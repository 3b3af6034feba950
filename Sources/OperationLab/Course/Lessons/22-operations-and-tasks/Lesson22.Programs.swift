import Foundation
import OperationLab
import OperationTesting

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

// How many at a time.
extension Lesson22 {
  static let inQueue = (1...10).map { "queue \($0)" }
  static let inGroup = (1...10).map { "group \($0)" }

  // snippet: two-at-a-time
  static let twoAtATime = Program(
    "two-at-a-time", role: .fixed,
    "Ten downloads in a task group that has two tasks at a time. Then ten in a queue of width 2."
  ) { bench in
    downloadInGroup(bench)
    bench.settle()
    let transfer = PretendTransfer(bench)
    let queue = bench.queue("pictures", width: 2)
    for name in inQueue {
      queue.addOperation(bench.task(name) { await transfer.arrival() })
    }
    bench.settle()
    transfer.answer()
  }

  static func downloadInGroup(_ bench: Bench) {
    let transfer = PretendTransfer(bench)
    Task {
      await withTaskGroup(of: Void.self) { group in
        for (place, name) in inGroup.enumerated() {
          if place >= 2 { await group.next() }
          group.addTask { await bench.log(name).during { await transfer.arrival() } }
        }
      }
    }
    bench.settle()
    transfer.answer()
  }
  // end snippet
}

// The threads of the pool.
extension Lesson22 {
  // snippet: blocked-pool
  /// BROKEN ON PURPOSE: tasks block the threads that other tasks need.
  static let blockedPool = Program(
    "blocked-pool", role: .broken,
    "As many tasks as there are cores wait for a semaphore. The next task would signal it.",
    expected: .hangs
  ) { bench in
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let semaphore = DispatchSemaphore(value: 0)
    let queue = bench.queue("downloads", width: cores + 1)
    for number in 1...cores {
      queue.addOperation(bench.task("wait \(number)") { block(until: semaphore) })
    }
    bench.settle()
    queue.addOperation(
      bench.task("open") {
        for _ in 1...cores { semaphore.signal() }
      })
  }
  // end snippet

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
