import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab
@testable import OperationBench

/// A state that a test produces on real queues. What is said of it is in
/// `Tests/Goldens/doctor/real-queues.txt`.
struct RealState: CustomTestStringConvertible {
  let title: String
  /// Produces the state, looks at it, and takes away what only the door does not end.
  let produce: @MainActor @Sendable (Stage) throws -> Void

  init(_ title: String, _ produce: @escaping @MainActor @Sendable (Stage) throws -> Void) {
    self.title = title
    self.produce = produce
  }

  var testDescription: String { title }

  static let all = waiting + started
}

/// The tests run on the main thread, because the queues need the few threads that tests share.
@MainActor @Suite("On a real queue", .repeatable)
struct RealQueueTests {
  @Test("each operation has its cause, and none once the state has ended", arguments: RealState.all)
  func state(_ state: RealState) throws {
    let stage = Stage()
    try state.produce(stage)
    try Golden.expect("doctor/real-queues.txt", part: state.title, is: stage.looks)
    try stage.finish()
    #expect(stage.diagnosis().isEmpty)
  }

  /// How far the barrier block has come is not known.
  @Test("a barrier block may hold back what was added after it")
  func barrier() throws {
    let stage = Stage()
    let queue = stage.queue("q")
    queue.addOperation(stage.waiter("first"))
    try #require(stage.arrived.wait())
    queue.addBarrierBlock {}
    queue.addOperation(stage.bench.block("then"))
    let then = try #require(stage.diagnosis()["then"])
    #expect(([then.cause] + then.besides).contains(.barrier))
    try stage.finish()
    #expect(stage.diagnosis().isEmpty)
  }

  @Test("a wait inside start() shows that it has not returned")
  func presence() throws {
    let stage = Stage()
    let queue = stage.queue("q")
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
    try stage.finish()
  }

  @Test(
    "a dependency that was removed is the cause, on Linux",
    .enabled(if: Platform.current == .linux, "what removeDependency(_:) breaks on Linux"))
  func removedDependency() throws {
    let stage = Stage()
    let queue = stage.queue("q")
    let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
    b.addDependency(a)
    b.removeDependency(a)
    queue.addOperation(b)
    #expect(stage.diagnosis().causes == ["a: neverStarted", "b: notReady"])
    a.start()
    #expect(stage.diagnosis().causes == ["b: notReady"])
    // There is no other way to free it.
    b.cancel()
    try stage.finish()
    #expect(stage.diagnosis().isEmpty)
  }
}

extension RealState {
  /// Operations that are not started.
  fileprivate static let waiting = [
    RealState("an unfinished dependency, followed through a chain and across queues") { stage in
      let (a, b, c) = (stage.waiter("a"), stage.bench.block("b"), stage.bench.block("c"))
      b.addDependency(a)
      c.addDependency(b)
      stage.queue("other").addOperation(a)
      stage.queue("q").addOperations([b, c], waitUntilFinished: false)
      try #require(stage.arrived.wait())
      stage.look()
    },
    RealState("a dependency in no queue, unknown to the bench") { stage in
      let stranger = BlockOperation {}
      stranger.name = "stranger"
      let operation = stage.bench.block("operation")
      operation.addDependency(stranger)
      stage.queue("q").addOperation(operation)
      stage.look()
      stranger.start()
    },
    RealState("slots that others hold") { stage in
      let queue = stage.queue("q", width: 1)
      queue.addOperation(stage.waiter("first"))
      try #require(stage.arrived.wait())
      for number in 1...3 { queue.addOperation(stage.bench.block("op\(number)")) }
      stage.look()
    },
    RealState("others of higher priority") { stage in
      let queue = stage.queue("q", width: 1)
      queue.addOperation(stage.waiter("first"))
      try #require(stage.arrived.wait())
      let (low, high) = (stage.bench.block("low"), stage.bench.block("high"))
      low.queuePriority = .low
      high.queuePriority = .high
      queue.addOperations([low, high], waitUntilFinished: false)
      stage.look()
    },
    RealState("a suspended queue") { stage in
      let queue = stage.queue("q")
      queue.isSuspended = true
      let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
      b.addDependency(a)
      queue.addOperations([a, b], waitUntilFinished: false)
      stage.look()
      queue.isSuspended = false
    },
    RealState("its own isReady, and then a missing notification for isReady") { stage in
      let shy = stage.bench.watch(ShyOperation(stage.bench.log("shy")))
      stage.queue("q").addOperation(shy)
      stage.look()
      shy.dare()
      stage.look()
      shy.announce()
    },
    // Not a circle of one: on Linux addDependency(_:) of an operation on itself never returns.
    RealState("a circle of dependencies") { stage in
      let (a, b) = (stage.bench.block("a"), stage.bench.block("b"))
      a.addDependency(b)
      b.addDependency(a)
      stage.queue("q").addOperations([a, b], waitUntilFinished: false)
      stage.look()
      a.cancel()
    },
    RealState("a cancellation, which finishes nothing by itself") { stage in
      let queue = stage.queue("q", width: 1)
      queue.addOperation(stage.waiter("first"))
      try #require(stage.arrived.wait())
      let (queued, free) = (stage.bench.block("queued"), stage.bench.block("free"))
      queue.addOperation(queued)
      queued.cancel()
      free.cancel()
      stage.look()
      free.start()
    },
  ]

  /// Operations that are started and do not finish.
  fileprivate static let started = [
    RealState("an operation that never finishes, or finishes without a notification") { stage in
      let queue = stage.queue("q", width: 1)
      let looked = stage.bench.gate("looked", isTraced: false)
      let silent = SilentOperation(
        stage.bench.log("silent"), returned: stage.arrived, looked: looked)
      queue.addOperation(silent)
      try #require(stage.arrived.wait())
      queue.addOperation(stage.bench.block("next"))
      stage.look()
      // The one look that a queue takes after start() on Linux would find it finished.
      if Platform.current == .linux { try #require(looked.wait()) }
      silent.finishSilently()
      stage.look()
      silent.announce()
    },
    RealState("an operation whose body is still at work, cancelled or not") { stage in
      let operation = stage.waiter("operation")
      stage.queue("q").addOperation(operation)
      try #require(stage.arrived.wait())
      stage.look()
      operation.cancel()
      stage.look()
    },
    RealState("a wait for an operation that needs the same slot") { stage in
      let queue = stage.queue("q", width: 1)
      let inner = stage.bench.block("inner")
      let log = stage.bench.log("outer")
      queue.addOperation(
        stage.bench.block("outer") { [arrived = stage.arrived] in
          queue.addOperation(inner)
          log(.waiting, nil, .wait(for: .operation("inner")))
          arrived.open()
          inner.waitUntilFinished()
          log(.noted, note: "goes on")
        })
      try #require(stage.arrived.wait())
      stage.look()
      queue.maxConcurrentOperationCount = 2
    },
    RealState("a wait for the operation's own queue to be empty") { stage in
      let log = stage.bench.log("operation")
      stage.queue("q").addOperation(
        stage.bench.block("operation") { [arrived = stage.arrived, door = stage.door] in
          log(.waiting, nil, .wait(for: .queue("q")))
          arrived.open()
          // In place of the call itself, which would block this thread for as long as tests run.
          door.wait()
        })
      try #require(stage.arrived.wait())
      stage.look()
    },
    RealState("a wait for something that does not need the operation") { stage in
      let other = stage.queue("other")
      other.isSuspended = true
      let inner = stage.bench.block("inner")
      other.addOperation(inner)
      let log = stage.bench.log("outer")
      stage.queue("q", width: 1).addOperation(
        stage.bench.block("outer") { [arrived = stage.arrived] in
          log(.waiting, nil, .wait(for: .operation("inner")))
          arrived.open()
          inner.waitUntilFinished()
        })
      try #require(stage.arrived.wait())
      stage.look()
      other.isSuspended = false
    },
    RealState("a program that waits, which comes first") { stage in
      let queue = stage.queue("q")
      queue.addOperation(stage.waiter("a"))
      try #require(stage.arrived.wait())
      let calls = stage.bench.gate("calls", isTraced: false)
      stage.bench.elsewhere { [bench = stage.bench] in
        bench.log("program")(.waiting, nil, .wait(for: .queue("q")))
        calls.open()
        queue.waitUntilAllOperationsAreFinished()
      }
      try #require(calls.wait())
      stage.look(isProgramBlocked: true)
    },
  ]
}
