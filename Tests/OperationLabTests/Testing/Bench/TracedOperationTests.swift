import Foundation
import Testing

@_spi(Course) @testable import OperationBench

/// Foundation's own classes, with nothing added but the trace.
@Suite("What the bench makes", .repeatable)
struct TracedOperationTests {
  @Test("a block operation started by hand writes down each of its steps")
  func block() async throws {
    #expect(
      try await lines { bench in
        let operation = bench.block("b")
        operation.start()
        bench.observe(operation, note: "n")
      } == [
        "T1 b started [ready]", "T1 b began []", "T1 b ended []", "T1 b returned [ready finished]",
        "T1 b observed [ready finished] n",
      ])
  }

  @Test("a cancelled one is started, and its block is not")
  func cancelledBlock() async throws {
    #expect(
      try await lines { bench in
        let operation = bench.block("b")
        operation.cancel()
        operation.start()
      } == [
        "T1 b cancelled [ready]", "T1 b started [ready cancelled]",
        "T1 b returned [ready finished cancelled]",
      ])
  }

  @Test("a block operation that has not one block says so when it is started")
  func blocks() async throws {
    #expect(
      try await lines { bench in
        bench.blocks("b").start()
        let operation = bench.block("c")
        operation.addExecutionBlock {}
        operation.start()
      } == [
        "T1 b started [ready] with 0 blocks", "T1 b returned [ready finished]",
        "T1 c started [ready] with 2 blocks", "T1 c began []", "T1 c ended []",
        "T1 c returned [ready finished]",
      ])
  }

  @Test("a second operation or queue of a name has a number, and is not taken for the first")
  func names() async throws {
    #expect(
      try await lines { bench in
        let queues = (1...2).map { _ in bench.queue("a") }
        queues[0].isSuspended = true
        queues[1].isSuspended = true
        queues[0].addOperation(bench.block("a"))
        queues[1].addOperation(TracedOperation(bench.log("a")))
        queues[1].addOperation(bench.block("a"))
      } == [
        "T1 a suspended []", "T1 a 2 suspended []", "T1 a enqueued [ready] a",
        "T1 a 2 enqueued [ready] a 2", "T1 a 3 enqueued [ready] a 2",
      ])
  }

  @Test("what is changed of an operation is written down once it is in a queue")
  func changed() async throws {
    #expect(
      try await lines { bench in
        let queue = bench.queue("q", width: 1)
        queue.isSuspended = true
        let other = bench.block("other")
        for operation in [bench.block("a"), TracedOperation(bench.log("b"))] {
          operation.queuePriority = .low
          operation.addDependency(other)
          operation.removeDependency(other)
          operation.addDependency(other)
          queue.addOperation(operation)
          operation.queuePriority = .high
          operation.removeDependency(other)
        }
      } == [
        "T1 q suspended []", "T1 a enqueued [] q", "T1 a noted [] its priority is 4 now",
        "T1 a noted [] no longer depends on other", "T1 b enqueued [] q",
        "T1 b noted [] its priority is 4 now", "T1 b noted [] no longer depends on other",
      ])
  }

  @Test("a queue records each call before it carries it out")
  func queue() async throws {
    #expect(
      try await lines { bench in
        let queue = bench.queue("q", width: 3)
        queue.isSuspended = true
        queue.addOperation(bench.block("a"))
        queue.addOperations([bench.block("b"), bench.block("c")], waitUntilFinished: false)
        queue.cancelAllOperations()
      } == [
        "T1 q suspended []", "T1 a enqueued [ready] q", "T1 b enqueued [ready] q",
        "T1 c enqueued [ready] q", "T1 q cancelled [] all operations", "T1 a cancelled [ready]",
        "T1 b cancelled [ready]", "T1 c cancelled [ready]",
      ])
    #expect(
      try await lines { bench in
        let queue = bench.queue("q")
        queue.isSuspended = true
        queue.isSuspended = false
      } == ["T1 q suspended []", "T1 q resumed []"])
  }

  @Test("an operation in a queue starts on another thread, after it was added")
  func queued() async throws {
    let bench = Bench(gateDeadline: longEnough)
    let ended = bench.gate("ended", isTraced: false)
    let isEnded = try await elsewhere {
      bench.queue("q").addOperation(bench.block("b") { ended.open() })
      return ended.wait()
    }
    #expect(isEnded)
    let events = bench.recorder.trace().events.filter { $0.subject == "b" }.prefix(3)
    #expect(events.map(\.kind) == [.enqueued, .started, .began])
    #expect(Set(events.dropFirst().map(\.thread)).count == 1)
    #expect(events.first?.thread != events.last?.thread)
  }

  /// What the body leaves in the trace.
  private func lines(_ body: @escaping @Sendable (Bench) -> Void) async throws -> [String] {
    let trace = try await elsewhere {
      let bench = Bench()
      body(bench)
      return bench.recorder.trace()
    }
    return trace.events.map { event in
      "\(event.thread) \(event.subject) \(event.kind.rawValue) [\(event.state)]"
        + (event.note.isEmpty ? "" : " \(event.note)")
    }
  }
}
