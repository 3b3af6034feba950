import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab

/// Every state is produced on a real queue. When the state ends, the diagnosis is empty.
@MainActor @Suite("On a real queue, an operation is started and unfinished because", .repeatable)
struct OnARealQueueStartedAndTests {
  @Test("it never finishes, or finishes without a notification") func unreportedEnd() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q", width: 1)
    let looked = stage.bench.gate("looked", isTraced: false)
    let silent = SilentOperation(
      stage.bench.log("silent"), returned: stage.arrived, looked: looked)
    queue.addOperation(silent)
    try #require(stage.arrived.wait())
    queue.addOperation(stage.bench.block("next"))
    #expect(stage.diagnosis().causes == ["next: noFreeSlot", "silent: silent"])
    #expect(stage.diagnosis()["silent"]?.presence == .left)

    // The one look that a queue takes after start() on Linux would find it finished.
    if Platform.current == .linux { try #require(looked.wait()) }
    silent.finishSilently()
    #expect(stage.diagnosis().causes == ["next: noFreeSlot", "silent: finishNotAnnounced"])
    #expect(
      stage.diagnosis().graph() == "next ─▶ a slot of 'q' ─▶ silent: finished, no notification")
    silent.announce()
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("it is blocked inside start(), or may have returned") func blockedInsideStart() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let inner = [stage.waiter("x"), stage.bench.block("y")]
    let blocked = StartedOperation(stage.bench.log("blocked")) {
      queue.addOperations(inner, waitUntilFinished: true)
    }
    let returns = StartedOperation(stage.bench.log("returns")) {}
    stage.bench.watch(returns).start()
    stage.bench.watch(blocked)
    stage.bench.elsewhere { blocked.start() }
    // The wait is written down before its operations are added.
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis()["blocked"]?.presence == .insideStart)
    #expect(stage.diagnosis()["returns"]?.presence == .startCalled)
    try stage.finish(queue)
  }

  @Test("its body is still at work, cancelled or not") func bodyStillWorks() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let operation = stage.waiter("operation")
    queue.addOperation(operation)
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis().causes == ["operation: silent"])
    #expect(stage.diagnosis()["operation"]?.presence == .insideBody)
    operation.cancel()
    #expect(stage.diagnosis().causes == ["operation: cancelledNotFinished"])
    #expect(stage.diagnosis()["operation"]?.presence == .insideBody)
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("it waits for one that needs its slot") func waitsForOneThatNeedsItsSlot() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q", width: 1)
    let inner = stage.bench.block("inner")
    let log = stage.bench.log("outer")
    let outer = stage.bench.block("outer") { [arrived = stage.arrived] in
      queue.addOperation(inner)
      log(.waiting, nil, .wait(for: .operation("inner")))
      arrived.open()
      inner.waitUntilFinished()
      log(.noted, note: "goes on")
    }
    queue.addOperation(outer)
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis().causes == ["inner: noFreeSlot", "outer: blocksItself"])
    #expect(
      stage.diagnosis().graph() == """
        ┌─▶ outer ─▶ inner ─▶ a slot of 'q' ─┐
        └────────────────────────────────────┘
        """)
    queue.maxConcurrentOperationCount = 2
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("it waits for its own queue to be empty") func waitsForOwnQueue() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    let log = stage.bench.log("operation")
    let operation = stage.bench.block("operation") {
      [arrived = stage.arrived, door = stage.door] in
      log(.waiting, nil, .wait(for: .queue("q")))
      arrived.open()
      // In place of the call itself, which would block this thread for as long as tests run.
      door.wait()
    }
    queue.addOperation(operation)
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis().causes == ["operation: blocksItself"])
    #expect(
      stage.diagnosis().graph() == """
        ┌─▶ operation ─▶ 'q' to be empty ─┐
        └─────────────────────────────────┘
        """)
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("it waits for something that does not need it") func waitsForSomethingElse() throws {
    let stage = Stage()
    let (queue, other) = (stage.bench.queue("q", width: 1), stage.bench.queue("other"))
    other.isSuspended = true
    let inner = stage.bench.block("inner")
    other.addOperation(inner)
    let log = stage.bench.log("outer")
    let outer = stage.bench.block("outer") { [arrived = stage.arrived] in
      log(.waiting, nil, .wait(for: .operation("inner")))
      arrived.open()
      inner.waitUntilFinished()
    }
    queue.addOperation(outer)
    try #require(stage.arrived.wait())
    #expect(stage.diagnosis().causes == ["inner: suspended", "outer: blocked"])
    #expect(stage.diagnosis().graph() == "outer ─▶ inner: 'other' is suspended")
    other.isSuspended = false
    try stage.finish(queue, other)
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("the program waits, and comes first") func mainThreadFirst() throws {
    let stage = Stage()
    let queue = stage.bench.queue("q")
    queue.addOperation(stage.waiter("a"))
    try #require(stage.arrived.wait())
    let calls = stage.bench.gate("calls", isTraced: false)
    stage.bench.elsewhere { [bench = stage.bench] in
      bench.log("program")(.waiting, nil, .wait(for: .queue("q")))
      calls.open()
      queue.waitUntilAllOperationsAreFinished()
    }
    try #require(calls.wait())
    #expect(stage.diagnosis(isProgramBlocked: true).causes == ["program: blocked", "a: silent"])
    #expect(
      stage.diagnosis(isProgramBlocked: true).graph()
        == "program ─▶ 'q' to be empty ─▶ a: started, never finished")
    try stage.finish(queue)
    #expect(stage.diagnosis().isEmpty)
  }
}
