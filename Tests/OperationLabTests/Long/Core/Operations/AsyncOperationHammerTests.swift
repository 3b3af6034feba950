import Foundation
import Synchronization
import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench

/// Counts its work, and looks at its own state while at work.
private final class Nail: AsyncOperation, @unchecked Sendable {
  let works = Mutex(0)
  let worker: Worker?

  init(worker: Worker? = nil) {
    self.worker = worker
    super.init()
  }

  override func work() {
    works.withLock { $0 += 1 }
    worker?.async { self.finish() }
  }
}

/// Releases a fixed number of threads together, round after round.
private final class Barrier: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  /// Both guarded by `condition`.
  private var waiting = 0
  private var round = 0

  init(_ count: Int) { self.count = count }

  func meet() {
    condition.withLock {
      let own = round
      waiting += 1
      if waiting == count {
        (waiting, round) = (0, round + 1)
        condition.broadcast()
      }
      while round == own { condition.wait() }
    }
  }
}

@Suite("An asynchronous operation under the hammer", .longPlan, .repeatable)
struct AsyncOperationHammerTests {
  @Test("ends finished, and worked at most once, when start, finish and cancel meet")
  func threeWays() async throws {
    let nails = (0..<3000).map { _ in Nail() }
    try await hammer(nails, [{ $0.start() }, { $0.finish() }, { $0.cancel() }])
    #expect(nails.allSatisfy { $0.isFinished && !$0.isExecuting })
    #expect(nails.allSatisfy { $0.works.withLock { $0 } <= 1 })
  }

  @Test("ends finished, and worked at most once, when two starts and two finishes meet")
  func twoStarts() async throws {
    let nails = (0..<2000).map { _ in Nail() }
    try await hammer(
      nails, [{ $0.start() }, { $0.start() }, { $0.finish() }, { $0.finish() }])
    #expect(nails.allSatisfy { OperationState(of: $0) == [.ready, .finished] })
    #expect(nails.allSatisfy { $0.works.withLock { $0 } <= 1 })
  }

  @Test("stays executing, having worked exactly once, when only starts meet")
  func onlyStarts() async throws {
    let nails = (0..<2000).map { _ in Nail() }
    try await hammer(nails, [{ $0.start() }, { $0.start() }, { $0.start() }])
    #expect(nails.allSatisfy { OperationState(of: $0) == [.ready, .executing] })
    #expect(nails.allSatisfy { $0.works.withLock { $0 } == 1 })
  }

  @Test("leaves its queue, one completion each, when it is cancelled at any moment")
  func inAQueue() async throws {
    let completions = Mutex(0)
    let all = Latch()
    let worker = Bench().worker()
    let nails = (0..<1000).map { _ in Nail(worker: worker) }
    for nail in nails {
      nail.completionBlock = {
        if completions.withLock({
          $0 += 1; return $0
        }) == nails.count {
          all.open()
        }
      }
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 3
    async let adding: Void = elsewhere {
      for nail in nails { queue.addOperation(nail) }
    }
    async let cancelling: Void = elsewhere {
      for nail in nails.reversed() { nail.cancel() }
    }
    _ = try await (adding, cancelling)
    #expect(try await elsewhere { all.wait(deadline: longEnough) })
    #expect(nails.allSatisfy { $0.isFinished && !$0.isExecuting })
    #expect(nails.allSatisfy { $0.works.withLock { $0 } <= 1 })
    #expect(completions.withLock { $0 } == nails.count)
  }

  /// Every blow hits every nail, on a thread of its own, all at the same time.
  private func hammer(_ nails: [Nail], _ blows: [@Sendable (Nail) -> Void]) async throws {
    let barrier = Barrier(blows.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for blow in blows {
        group.addTask {
          try await elsewhere {
            for nail in nails {
              barrier.meet()
              blow(nail)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
