import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab

/// Every state is produced on a real queue. When the state ends, the diagnosis is empty.
@MainActor @Suite("On a real queue, not started because of", .repeatable)
struct OnARealQueueNotStartedTests {
  @Test("an unfinished dependency, followed through a chain and across queues")
  func dependencyChain() throws {
    let stage = Stage()
    let (queue, other) = (stage.bench.queue("q"), stage.bench.queue("other"))
    let (a, b, c) = (stage.waiter("a"), stage.bench.block("b"), stage.bench.block("c"))
    b.addDependency(a)
    c.addDependency(b)
    other.addOperation(a)
    queue.addOperations([b, c], waitUntilFinished: false)
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis().causes == ["a: silent", "b: dependency", "c: dependency"])
    #expect(stage.diagnosis().graph() == "c ─▶ b ─▶ a: started, never finished")
    try stage.finish(queue, other)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("a dependency in no queue, unknown to the bench")
  func unknownDependency() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let stranger = BlockOperation {}
    stranger.name = "stranger"
    let operation = stage.bench.block("operation")
    operation.addDependency(stranger)
    queue.addOperation(operation)
    #expect(stage.diagnosis().causes == ["operation: dependency", "stranger: neverStarted"])
    #expect(stage.diagnosis().graph() == "operation ─▶ stranger: in no queue, never started")
    stranger.start()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("slots that others hold") func slotsThatOthersHold() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q", width: 1)
    queue.addOperation(stage.waiter("first"))
    try #require(stage.arrived.wait())
    for number in 1...3 { queue.addOperation(stage.bench.block("op\(number)")) }
    #expect(
      stage.diagnosis().causes
        == ["first: silent", "op1: noFreeSlot", "op2: noFreeSlot", "op3: noFreeSlot"])
    #expect(
      stage.diagnosis().graph()
        == """
        op1 … op3 (3) ─▶ a slot of 'q'
          ─▶ first: started, never finished
        """)
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("others of higher priority") func othersOfHigherPriority() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q", width: 1)
    queue.addOperation(stage.waiter("first"))
    try #require(stage.arrived.wait())
    let (low, high) = (stage.bench.block("low"), stage.bench.block("high"))
    low.queuePriority = .low
    high.queuePriority = .high
    queue.addOperations([low, high], waitUntilFinished: false)
    #expect(
      stage.diagnosis().causes == ["first: silent", "high: noFreeSlot", "low: outranked"])
    #expect(stage.diagnosis()["low"]?.outrankedBy == ["high"])
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("a suspended queue") func aSuspendedQueue() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    queue.isSuspended = true
    let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
    b.addDependency(a)
    queue.addOperations([a, b], waitUntilFinished: false)
    #expect(stage.diagnosis().causes == ["a: suspended", "b: dependency, suspended"])
    #expect(stage.diagnosis().graph() == "b ─▶ a: 'q' is suspended")
    queue.isSuspended = false
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("its own isReady, and then a missing notification for isReady")
  func ownIsReady() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let shy = stage.bench.watch(ShyOperation(stage.bench.log("shy")))
    queue.addOperation(shy)
    #expect(stage.diagnosis().causes == ["shy: notReady"])
    shy.dare()
    #expect(stage.diagnosis().causes == ["shy: readinessNotAnnounced"])
    shy.announce()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test(
    "a dependency that was removed",
    .enabled(if: Platform.current == .linux, "what removeDependency(_:) breaks on Linux"))
  func aDependencyThatWasRemoved() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
    b.addDependency(a)
    b.removeDependency(a)
    queue.addOperation(b)
    #expect(stage.diagnosis().causes == ["a: neverStarted", "b: notReady"])
    a.start()
    #expect(stage.diagnosis().causes == ["b: notReady"])
    // There is no other way to free it.
    b.cancel()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("a barrier block") func aBarrierBlock() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    queue.addOperation(stage.waiter("first"))
    try #require(stage.arrived.wait())
    queue.addBarrierBlock {}
    queue.addOperation(stage.bench.block("then"))
    let then = try #require(stage.diagnosis()["then"])
    #expect(([then.cause] + then.besides).contains(.barrier))
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  // Not a circle of one: on Linux addDependency(_:) of an operation on itself never returns.
  @Test("a circle of dependencies") func aCircleOfDependencies() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
    a.addDependency(b)
    b.addDependency(a)
    queue.addOperations([a, b], waitUntilFinished: false)
    #expect(stage.diagnosis().causes == ["a: cycle", "b: cycle"])
    #expect(
      stage.diagnosis().graph() == """
        ┌─▶ a ─▶ b ─┐
        └───────────┘
        """)
    a.cancel()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("a cancellation, which finishes nothing by itself")
  func cancelled() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q", width: 1)
    queue.addOperation(stage.waiter("first"))
    try #require(stage.arrived.wait())
    let (queued, free) = (stage.bench.block("queued"), stage.bench.block("free"))
    queue.addOperation(queued)
    queued.cancel()
    free.cancel()
    #expect(
      stage.diagnosis().causes == [
        "first: silent", "free: cancelledNotFinished", "queued: cancelledNotFinished, noFreeSlot",
      ])
    free.start()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }
}
