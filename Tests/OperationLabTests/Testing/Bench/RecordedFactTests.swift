import Foundation
import Testing

@_spi(Course) @testable import OperationBench

@Suite("An event that the bench records carries the fact", .repeatable)
struct RecordedFactTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Event.Fact]
    let body: @Sendable (Bench) -> Void

    init(_ call: String, _ facts: Event.Fact..., body: @escaping @Sendable (Bench) -> Void) {
      (testDescription, self.facts, self.body) = (call, facts, body)
    }
  }

  static let calls = [
    Call("start() of block operations", .blocks(count: 0), .blocks(count: 1)) { bench in
      bench.blocks("none").start()
      bench.block("one").start()
    },
    Call("waitUntilFinished()", .blocks(count: 1), .wait(for: .operation("a"))) { bench in
      let operation = bench.block("a")
      operation.start()
      operation.waitUntilFinished()
    },
    Call("waitUntilFinished() of an operation of a class", .wait(for: .operation("a"))) { bench in
      let operation = TracedOperation(bench.log("a"))
      operation.start()
      operation.waitUntilFinished()
    },
    Call("addOperations(_:waitUntilFinished:)", .wait(for: .operations([]))) { bench in
      bench.queue("q").addOperations([], waitUntilFinished: true)
    },
    Call("waitUntilAllOperationsAreFinished()", .wait(for: .queue("q"))) { bench in
      bench.queue("q").waitUntilAllOperationsAreFinished()
    },
    Call(
      "changes of a block operation in a queue", .priority(value: 4),
      .removedDependency(name: "other")
    ) {
      change($0.block("a"), $0)
    },
    Call(
      "changes of an operation of a class in a queue", .priority(value: 4),
      .removedDependency(name: "other")
    ) { change(TracedOperation($0.log("a")), $0) },
    Call("addBarrierBlock(_:)", .barrier) { bench in
      let queue = bench.queue("q")
      queue.isSuspended = true
      queue.addBarrierBlock {}
    },
    Call("cancelAllOperations()", .allOperations) { bench in
      bench.queue("q").cancelAllOperations()
    },
    Call("the main queue's new width", .width(value: 1)) { bench in
      // It is 1 anyway.
      bench.mainQueue().setWidth(1)
    },
    Call("an operation that its queue was to hold alone", .heldByBench) { bench in
      let queue = bench.queue("q", holdsOperations: false)
      queue.isSuspended = true
      queue.addOperation(bench.block("a"))
    },
    Call("a KVO notification", .key(path: "isReady")) { bench in
      TracedOperation(bench.log("a")).willAnnounce("isReady")
    },
    Call("a look at an operation's place", .place(queue: "q"), .place(queue: nil)) { bench in
      let (queued, free) = (bench.block("queued"), bench.block("free"))
      let queue = bench.queue("q")
      queue.isSuspended = true
      queue.addOperation(queued)
      bench.observePlace(of: queued)
      bench.observePlace(of: free)
    },
    Call("a look at dependencies", .dependencies(names: []), .dependencies(names: ["a"])) { bench in
      let (a, b) = (bench.block("a"), bench.block("b"))
      b.addDependency(a)
      bench.observeDependencies(of: a)
      bench.observeDependencies(of: b)
    },
    Call("a look at the current queue", .currentQueue(name: nil)) { bench in
      bench.observeCurrentQueue(in: "a")
    },
    Call("a look at the type", .type(name: "Operation", isAsynchronous: false)) { bench in
      bench.observeIsAsynchronous(Operation(), as: "a")
    },
    Call("a wait for a gate", .answer(gate: "g", answer: .open)) { bench in
      let gate = bench.gate("g", isTraced: false)
      gate.open()
      bench.wait("a", for: gate)
    },
    Call("a gate whose deadline passes", .gaveUp(reason: .neverOpened)) { bench in
      bench.gate("g").wait()
    },
    Call("a gate that nothing outside opens", .gaveUp(reason: .nothingFromOutside)) { bench in
      bench.gate("g").waitForOutside()
    },
    Call("a mark", .mark("has a part")) { bench in bench.log("a")("has a part") },
  ]

  @Test("that it was called with", arguments: calls)
  func call(_ call: Call) async throws {
    let events = try await elsewhere {
      let bench = Bench(gateDeadline: .milliseconds(1))
      call.body(bench)
      return bench.recorder.trace().events
    }
    #expect(events.compactMap(\.fact) == call.facts)
    for event in events {
      guard let fact = event.fact else { continue }
      var same = event
      same.set(fact)
      #expect(same.note == event.note)
    }
  }

  private static func change(_ operation: Operation, _ bench: Bench) {
    let queue = bench.queue("q")
    queue.isSuspended = true
    let other = bench.block("other")
    operation.addDependency(other)
    queue.addOperation(operation)
    operation.queuePriority = .high
    operation.removeDependency(other)
  }
}
