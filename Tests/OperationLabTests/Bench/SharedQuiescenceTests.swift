import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("Rest in a process that is shared")
struct SharedQuiescenceTests {
  @Test("is decided soon when nothing is expected to move")
  func nothingExpected() async throws {
    let bench = Self.bench(patience: longEnough)
    let queue = bench.queue("q", width: 1)
    queue.isSuspended = true
    queue.addOperation(bench.block("waits"))
    #expect(try await ending(on: bench) == .quiet)
    #expect(!bench.hasLostPatience)
    queue.cancelAllOperations()
    queue.isSuspended = false
  }

  @Test("is not decided while somebody of the bench has an errand, until patience is lost")
  func errand() async throws {
    #expect(
      try await losesPatience { bench in
        bench.watchers.beginErrand()
        return { bench.watchers.endErrand() }
      })
  }

  @Test("does not wait for errands that are held up at a gate")
  func heldUp() async throws {
    let bench = Self.bench(patience: longEnough)
    let passed = Locked<Bool?>(nil)
    let gate = bench.gate("nobody opens it")
    let done = Door()
    bench.elsewhere {
      let isOpen = gate.waitUnlessQuiet()
      passed.withLock { $0 = isOpen }
      done.open()
    }
    #expect(try await elsewhere { done.wait(deadline: .seconds(60)) })
    #expect(passed.withLock { $0 } == false)
    #expect(!bench.hasLostPatience)
    gate.open()
  }

  @Test("is not decided while an operation is under way, until patience is lost")
  func underWay() async throws {
    #expect(
      try await losesPatience { bench in
        let operation = bench.watch(Endless())
        operation.start()
        return { operation.finish() }
      })
  }

  @Test("is not decided while a finished operation is still held, until patience is lost")
  func release() async throws {
    #expect(
      try await losesPatience { bench in
        let operation = bench.watch(Endless(), weakly: true)
        operation.start()
        operation.finish()
        return { _ = operation.isFinished }
      })
  }

  @Test("is not decided while a queue has a free slot for one that waits, until patience is lost")
  func freeSlot() async throws {
    #expect(
      try await losesPatience { bench in
        let shy = bench.watch(ShyOperation(bench.log("shy")))
        bench.queue("q").addOperation(shy)
        return {
          shy.dare()
          shy.announce()
        }
      })
  }

  @Test("is not decided before a task that has no thread yet has got one")
  func taskWithoutThread() async throws {
    let task = Locked<@Sendable () -> Void>({})
    let pool = TaskPool { _, marker in
      task.withLock { $0 }()
      marker()
    }
    let bench = Bench(
      recorder: Recorder(), patience: .milliseconds(1), sharesProcess: true, taskPool: pool)
    let operation = bench.watch(Endless())
    operation.start()
    task.withLock { $0 = operation.finish }
    #expect(try await ending(on: bench) == .quiet)
    #expect(operation.isFinished && !bench.hasLostPatience)
  }

  /// Whether rest is found only by losing patience, and not at all as long as there is some.
  private func losesPatience(
    _ stage: @escaping @Sendable (Bench) -> @Sendable () -> Void
  ) async throws -> Bool {
    try await elsewhere {
      let (patient, impatient) = (
        Self.bench(patience: longEnough), Self.bench(patience: .milliseconds(1))
      )
      let ends = [stage(patient), stage(impatient)]
      defer { ends.forEach { $0() } }
      // Far longer than it takes where nothing is expected, however busy the machine.
      let first = Self.ending(on: patient, looks: 100)
      let second = Self.ending(on: impatient)
      return first == nil && second == .quiet && !patient.hasLostPatience
        && impatient.hasLostPatience
    }
  }

  private func ending(on bench: Bench) async throws -> Snapshot.Ending? {
    try await elsewhere { Self.ending(on: bench) }
  }

  /// `nil` if it has looked so often and found none.
  private static func ending(on bench: Bench, looks: Int = 5_000) -> Snapshot.Ending? {
    var left = looks
    return SharedQuiescence(bench: bench, rollCall: RollCall(pools: []))
      .wait(deadline: longEnough) {
        left -= 1
        return left < 0
      }
  }

  private static func bench(patience: Duration) -> Bench {
    Bench(recorder: Recorder(), gateDeadline: longEnough, patience: patience, sharesProcess: true)
  }

  /// Its work goes on until somebody finishes it.
  private final class Endless: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }

  @Test("is not decided while others keep the pool's threads")
  func busyPool() async throws {
    let endings = try await elsewhere {
      let bench = Bench(recorder: Recorder(), patience: .milliseconds(1), sharesProcess: true)
      let pool = DispatchQueue(label: "a pool with one thread")
      let blocked = Door()
      pool.async { _ = blocked.wait(deadline: longEnough) }
      let quiescence = SharedQuiescence(bench: bench, rollCall: RollCall(pools: [pool]))
      let before = quiescence.wait(deadline: .milliseconds(100))
      blocked.open()
      return (before, quiescence.wait(deadline: longEnough))
    }
    #expect(endings.0 == .deadline)
    #expect(endings.1 == .quiet)
  }

  @Test("takes nothing for stuck that may only have no thread yet")
  func notStuck() async throws {
    let (ending, hasLostPatience) = try await elsewhere {
      let bench = Bench(recorder: Recorder(), patience: .milliseconds(1), sharesProcess: true)
      // Ready, with a free slot, and never to be started: as if there were no thread for it.
      bench.watchers.beginErrand()
      let pool = DispatchQueue(label: "a pool with one thread")
      let blocked = Door()
      pool.async { _ = blocked.wait(deadline: longEnough) }
      defer { blocked.open() }
      let ending = SharedQuiescence(bench: bench, rollCall: RollCall(pools: [pool]))
        .wait(deadline: .milliseconds(100))
      return (ending, bench.hasLostPatience)
    }
    #expect(ending == .deadline)
    #expect(!hasLostPatience)
  }
}
