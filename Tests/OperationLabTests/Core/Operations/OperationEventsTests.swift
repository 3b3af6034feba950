import Foundation
import Testing

@testable import OperationLab

@Suite("A report of events", .repeatable, .timeLimit(.minutes(60)))
struct OperationEventsTests {
  private let events = Locked<[OperationEvent]>([])

  @Test("has each event of a run once, numbered in the order in which it comes")
  func run() async throws {
    let queue = ReportingQueue(to: keep)
    queue.name = "photos"
    queue.maxConcurrentOperationCount = 3
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { try await queue.run(name: "load") {} } }
      try await group.waitForAll()
    }
    await waitForEvents(500)
    let events = events.withLock { $0 }
    #expect(events.map(\.seq) == Array(0..<500))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.ns <= $1.ns })
    for number in 1...100 {
      let own = events.filter { $0.operation == "load#\(number)" }
      #expect(own.map(\.kind) == [.added, .ready, .started, .finished, .released])
      #expect(own.map(\.queue) == ["photos", nil, nil, nil, nil])
    }
  }

  @Test("reports that an operation is ready when its last dependency has finished, and not before")
  func ready() async throws {
    let queue = ReportingQueue(to: keep)
    let (first, second) = (Held(), TaskOperation {})
    let third = BlockOperation {}
    (second.name, third.name) = ("second", "third")
    second.addDependency(first)
    third.addDependency(second)
    queue.addOperation(third)
    queue.addOperation(second)
    #expect(kinds(of: "second#2") == [.added] && kinds(of: "third#1") == [.added])
    first.start()
    first.finish()
    await waitForEvents(7)
    #expect(kinds(of: "second#2") == [.added, .ready, .started, .finished])
    #expect(kinds(of: "third#1") == [.added, .ready, .finished])
  }

  @Test("reports that an operation is ready before its start, also with unfinished dependencies")
  func readyFirst() {
    let (dependency, operation) = (Held(), AsyncOperation())
    operation.addDependency(dependency)
    operation.reportEvents(to: keep)
    // Nothing has said that it is ready.
    operation.start()
    #expect(kinds(of: "AsyncOperation") == [.ready, .started, .finished])
  }

  @Test("reports a cancellation at once, one time, and only before the operation has finished")
  func cancelled() {
    let operation = AsyncOperation()
    operation.reportEvents(to: keep)
    operation.cancel()
    operation.cancel()
    #expect(kinds(of: "AsyncOperation") == [.ready, .cancelled])
    operation.start()
    #expect(kinds(of: "AsyncOperation") == [.ready, .cancelled, .started, .finished])
    let finished = AsyncOperation()
    finished.name = "finished"
    finished.reportEvents(to: keep)
    finished.start()
    finished.cancel()
    #expect(kinds(of: "finished") == [.ready, .started, .finished])
  }

  @Test("reports of another class that it has finished, and whether it was cancelled")
  func plain() async throws {
    let queue = ReportingQueue(to: keep)
    queue.isSuspended = true
    let operation = BlockOperation {}
    queue.addOperations([operation])
    operation.cancel()
    queue.isSuspended = false
    await waitForEvents(3)
    #expect(kinds(of: "BlockOperation#1") == [.added, .ready, .finished])
    #expect(events.withLock { $0.map(\.isCancelled) } == [false, false, true])
  }

  @Test("also reports of a block that it begins and is released")
  func block() async throws {
    let queue = ReportingQueue(to: keep)
    queue.addOperation {}
    await waitForEvents(5)
    #expect(
      kinds(of: "BlockOperation#1") == [.added, .ready, .started, .finished, .released])
  }

  @Test("may act on the operation, and on the queue")
  func acts() async throws {
    let (next, kept) = (TaskOperation {}, events)
    let queue = Locked<OperationQueue?>(nil)
    let reporting = ReportingQueue { event in
      kept.withLock { $0.append(event) }
      guard event.kind == .started, event.operation == "first#1" else { return }
      queue.withLock { $0 }?.addOperation(next)
      next.cancel()
    }
    queue.withLock { $0 = reporting }
    try await reporting.run(name: "first") {}
    try await next.finished()
    #expect(
      next.isCancelled && kinds(of: "first#1").starts(with: [.added, .ready, .started]))
    #expect(kinds(of: "TaskOperation<()>#2").contains(.cancelled))
    queue.withLock { $0 = nil }
  }

  @Test("may add to another reporting queue, whose report adds to this one at that moment")
  func addsToEachOther() async throws {
    let reports = [Latch(), Latch()]
    let queues = Locked<[OperationQueue]>([])
    let made = (0..<2).map { own in
      ReportingQueue { event in
        guard event.seq == 0 else { return }
        reports[own].open()
        guard reports[1 - own].wait(deadline: longEnough) else { return }
        queues.withLock { $0[1 - own] }.addOperation {}
      }
    }
    queues.withLock { $0 = made }
    let returned = [Latch(), Latch()]
    for own in 0..<2 {
      Thread.detachNewThread {
        made[own].addOperation {}
        returned[own].open()
      }
    }
    #expect(try await elsewhere { returned.allSatisfy { $0.wait(deadline: patience) } })
    queues.withLock { $0 = [] }
  }

  @Test("blocks no other thread, and later events come when it has returned")
  func blocksNoOther() async throws {
    let (isReporting, mayReturn) = (Latch(), Latch())
    let kept = events
    let queue = ReportingQueue { event in
      if event.seq == 0 {
        isReporting.open()
        _ = mayReturn.wait(deadline: longEnough)
      }
      kept.withLock { $0.append(event) }
    }
    queue.isSuspended = true
    Thread.detachNewThread { queue.addOperation(TaskOperation {}) }
    let isAdded = Latch()
    #expect(try await elsewhere { isReporting.wait(deadline: longEnough) })
    Thread.detachNewThread {
      queue.addOperation(TaskOperation {})
      isAdded.open()
    }
    #expect(try await elsewhere { isAdded.wait(deadline: patience) })
    #expect(events.withLock { $0 }.isEmpty)
    mayReturn.open()
    await waitForEvents(4)
    #expect(events.withLock { $0.map(\.seq) } == [0, 1, 2, 3])
    queue.isSuspended = false
  }

  /// For what returns at once: a deadlock fails the test instead of holding it up for ten minutes.
  private var patience: Duration { .seconds(60) }

  private var keep: @Sendable (OperationEvent) -> Void {
    { [events] event in events.withLock { $0.append(event) } }
  }

  private func kinds(of subject: String) -> [OperationEvent.Kind] {
    events.withLock { $0.filter { $0.operation == subject }.map(\.kind) }
  }

  private func waitForEvents(_ count: Int) async {
    while events.withLock({ $0.count }) < count { await Task.yield() }
  }

  /// Works until the test calls `finish()`.
  private final class Held: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }
}

extension OperationQueue {
  /// Out of `async` code, which may not call this.
  fileprivate func addOperations(_ operations: [Foundation.Operation]) {
    addOperations(operations, waitUntilFinished: false)
  }
}
