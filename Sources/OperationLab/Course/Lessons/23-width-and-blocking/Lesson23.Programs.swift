import Foundation
@_spi(Course) import OperationBench

// How many at a time.
extension Lesson23 {
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
extension Lesson23 {
  // snippet: blocked-pool
  /// BROKEN ON PURPOSE: tasks block the threads that other tasks need.
  static let blockedPool = Program(
    "blocked-pool", role: .broken,
    "As many tasks as there are cores wait for a semaphore. The next task would signal it.",
    expected: .hangs
  ) { bench in
    let (queue, open) = blockEachCore(bench)
    queue.addOperation(open)
  }

  /// Blocks as many tasks as there are cores. Returns their queue, and the operation that would signal them.
  static func blockEachCore(_ bench: Bench) -> (queue: OperationQueue, open: Operation) {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let semaphore = DispatchSemaphore(value: 0)
    let queue = bench.queue("downloads", width: cores + 2)
    for number in 1...cores {
      queue.addOperation(bench.task("wait \(number)") { block(until: semaphore) })
    }
    bench.settle()
    let open = bench.task("open") {
      for _ in 1...cores { semaphore.signal() }
    }
    return (queue, open)
  }
  // end snippet

  // snippet: other-priority
  /// BROKEN ON PURPOSE: the tasks still block their threads, and only another priority frees them.
  static let otherPriority = Program(
    "other-priority", role: .broken,
    "As many tasks as there are cores wait. next has their priority, and open a higher one."
  ) { bench in
    let (queue, open) = blockEachCore(bench)
    queue.addOperation(bench.task("next") {})
    bench.settle()
    open.qualityOfService = .userInitiated
    queue.addOperation(open)
  }
  // end snippet

  // snippet: awaiting-pool
  /// Fixed: a task that awaits gives its thread back.
  static let awaitingPool = Program(
    "awaiting-pool", role: .fixed,
    "As many tasks as there are cores await an answer. The next task lets it come."
  ) { bench in
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let transfer = PretendTransfer(bench)
    let queue = bench.queue("downloads", width: cores + 1)
    for number in 1...cores {
      queue.addOperation(bench.task("wait \(number)") { await transfer.arrival() })
    }
    bench.settle()
    queue.addOperation(bench.task("open") { transfer.answer() })
  }
  // end snippet

  /// Blocks the thread of the calling task, which no task should do.
  static func block(until semaphore: DispatchSemaphore) { semaphore.wait() }
}
