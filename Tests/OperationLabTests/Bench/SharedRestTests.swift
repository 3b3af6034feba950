import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("Rest in a process that others use", .repeatable)
struct SharedRestTests {
  @Test("is found soon when nothing is expected to move")
  func nothingExpected() async throws {
    let bench = Self.bench(silence: longEnough)
    let queue = bench.queue("q", width: 1)
    queue.isSuspended = true
    queue.addOperation(bench.block("waits"))
    #expect(try await ending(on: bench) == .quiet)
    queue.cancelAllOperations()
    queue.isSuspended = false
  }

  @Test("is not found before silence has lasted, while the bench has something to do elsewhere")
  func errand() async throws {
    #expect(
      try await needsSilence { bench in
        bench.watchers.beginErrand()
        return { bench.watchers.endErrand() }
      })
  }

  @Test("does not wait for what is held up at a gate")
  func heldUp() async throws {
    let bench = Self.bench(silence: longEnough)
    let passed = Locked<Bool?>(nil)
    let gate = bench.gate("nobody opens it")
    let done = Latch()
    bench.elsewhere {
      let isOpen = gate.waitUnlessQuiet()
      passed.withLock { $0 = isOpen }
      done.open()
    }
    #expect(try await elsewhere { done.wait(deadline: .seconds(60)) })
    #expect(passed.withLock { $0 } == false)
    gate.open()
  }

  @Test("is found only after a long silence while an operation is running")
  func underWay() async throws {
    #expect(
      try await needsSilence { bench in
        let operation = bench.watch(Endless())
        operation.start()
        return { operation.finish() }
      })
  }

  @Test("is not found before silence has lasted, while a finished operation is still held")
  func release() async throws {
    #expect(
      try await needsSilence { bench in
        let operation = bench.watch(Endless(), weakly: true)
        operation.start()
        operation.finish()
        return { _ = operation.isFinished }
      })
  }

  @Test("is found only after a long silence while a queue has a slot for a waiting operation")
  func freeSlot() async throws {
    #expect(
      try await needsSilence { bench in
        let shy = bench.watch(ShyOperation(bench.log("shy")))
        bench.queue("q").addOperation(shy)
        return {
          shy.dare()
          shy.announce()
        }
      })
  }

  @Test("is not found before a task that has no thread yet has got one")
  func taskWithoutThread() async throws {
    let task = Locked<@Sendable () -> Void>({})
    let pool = TaskPool { _, marker in
      task.withLock { $0 }()
      marker()
    }
    let bench = Self.bench(silence: .milliseconds(1), tasks: pool)
    let operation = bench.watch(Endless())
    operation.start()
    task.withLock { $0 = operation.finish }
    #expect(try await ending(on: bench) == .quiet)
    #expect(operation.isFinished)
  }

  @Test("is not found while others keep the threads of a pool")
  func busyPool() async throws {
    let endings = try await elsewhere {
      let bench = Self.bench(silence: .milliseconds(1))
      let pool = DispatchQueue(label: "a pool with one thread")
      let blocked = Latch()
      pool.async { _ = blocked.wait(deadline: longEnough) }
      let detector = RestDetector(
        bench: bench, rank: .program, pools: PoolMarkers(pools: [pool]))
      let before = detector.wait(deadline: .milliseconds(100))
      blocked.open()
      return (before, detector.wait(deadline: longEnough))
    }
    #expect(endings.0 == .deadline)
    #expect(endings.1 == .quiet)
  }

  /// Whether rest is found only when silence has lasted.
  private func needsSilence(
    _ stage: @escaping @Sendable (Bench) -> @Sendable () -> Void
  ) async throws -> Bool {
    try await elsewhere {
      let (patient, impatient) = (
        Self.bench(silence: longEnough), Self.bench(silence: .milliseconds(1))
      )
      let ends = [stage(patient), stage(impatient)]
      defer { ends.forEach { $0() } }
      // Far longer than it takes where nothing is expected, however busy the machine.
      return Self.ending(on: patient, looks: 100) == nil && Self.ending(on: impatient) == .quiet
    }
  }

  private func ending(on bench: Bench) async throws -> Snapshot.Ending? {
    try await elsewhere { Self.ending(on: bench) }
  }

  /// `nil` if it has looked so often and found none.
  private static func ending(on bench: Bench, looks: Int = 5_000) -> Snapshot.Ending? {
    var left = looks
    return RestDetector(bench: bench, rank: .program, pools: PoolMarkers(pools: []))
      .wait(
        deadline: longEnough,
        unless: {
          left -= 1
          return left < 0
        })
  }

  private static func bench(silence: Duration, tasks: TaskPool = .alwaysFree) -> Bench {
    Bench(
      recorder: Recorder(), gateDeadline: longEnough,
      policy: .shared(silence: silence, tasks: tasks))
  }

  /// Works until a test finishes it.
  private final class Endless: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }
}

extension TaskPool {
  /// It has a thread for every task.
  static let alwaysFree = TaskPool { _, body in body() }
}
