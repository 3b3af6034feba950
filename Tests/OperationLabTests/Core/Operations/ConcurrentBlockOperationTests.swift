import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A concurrent block operation", .repeatable)
struct ConcurrentBlockOperationTests {
  @Test("runs all its blocks at the same time")
  func rendezvous() async throws {
    let arrivals = (0..<4).map { _ in Latch() }
    let met = Mutex(0)
    // Each block waits until all others have begun: one after the other, none would ever end.
    let operation = ConcurrentBlockOperation(
      arrivals.map { own in
        {
          own.open()
          if arrivals.allSatisfy({ $0.wait(deadline: longEnough) }) { met.withLock { $0 += 1 } }
        }
      })
    try await elsewhere { operation.start() }
    #expect(met.withLock { $0 } == 4)
    #expect(operation.isFinished)
  }

  @Test("can be released while its dependency still runs")
  func isReleasedEarly() async {
    await #expect(processExitsWith: .success) { Self.letGoEarly() }
  }

  /// Many are cancelled, finish, and are released. Then their dependency finishes.
  private static func letGoEarly() {
    let queue = OperationQueue()
    let hot = DispatchSemaphore(value: 0)
    let boil = BlockOperation { hot.wait() }
    queue.addOperation(boil)
    for _ in 0..<500 {
      let pour = ConcurrentBlockOperation([])
      pour.addDependency(boil)
      pour.cancel()
      queue.addOperation(pour)
      pour.waitUntilFinished()
    }
    hot.signal()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("runs its first block on the caller's thread and no other there")
  func threads() async throws {
    let recorder = Recorder()
    let trace = try await elsewhere {
      recorder.record(.started, "caller")
      ConcurrentBlockOperation(
        (1...3).map { number in { recorder.record(.noted, "block \(number)") } }
      ).start()
      return recorder.trace()
    }
    let onCaller = trace.events.filter { $0.thread == "T1" }.map(\.subject)
    #expect(onCaller == ["caller", "block 1"])
    #expect(Set(trace.subjects) == ["caller", "block 1", "block 2", "block 3"])
    #expect(trace.threads.count == 3)
  }

  @Test("is finished only after its last block, and start() returns no sooner")
  func finishedAfterTheLast() async throws {
    let (firstEnded, mayEnd) = (Latch(), Latch())
    let operation = ConcurrentBlockOperation([
      { firstEnded.open() },
      { _ = mayEnd.wait(deadline: longEnough) },
    ])
    async let started: Void = elsewhere { operation.start() }
    #expect(try await elsewhere { firstEnded.wait(deadline: longEnough) })
    #expect(!operation.isFinished && operation.isExecuting)
    mayEnd.open()
    try await started
    #expect(operation.isFinished && !operation.isExecuting)
  }

  @Test("without blocks finishes at once")
  func empty() {
    let operation = ConcurrentBlockOperation([])
    operation.start()
    #expect(operation.isFinished)
  }

  @Test("that was cancelled runs no block")
  func cancelled() {
    let count = Mutex(0)
    let operation = ConcurrentBlockOperation([
      { count.withLock { $0 += 1 } }, { count.withLock { $0 += 1 } },
    ])
    operation.cancel()
    operation.start()
    #expect(operation.isFinished)
    #expect(count.withLock { $0 } == 0)
  }
}
