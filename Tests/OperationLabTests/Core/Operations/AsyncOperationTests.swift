import Foundation
import Synchronization
import Testing

@testable import OperationDoctor
@testable import OperationLab

/// An asynchronous operation whose work is a closure. It never finishes by itself.
private final class Task: AsyncOperation, @unchecked Sendable {
  private let begun: @Sendable (Task) -> Void

  init(_ begun: @escaping @Sendable (Task) -> Void = { _ in }) {
    self.begun = begun
    super.init()
  }

  override func work() { begun(self) }
}

/// Says when it is deallocated.
private final class Fleeting: AsyncOperation, @unchecked Sendable {
  private let isGone: Latch

  init(_ isGone: Latch) { self.isGone = isGone }

  deinit { isGone.open() }
}

private func cancelDependent(of first: Operation, in queue: OperationQueue, _ isGone: Latch) {
  let second = Fleeting(isGone)
  second.addDependency(first)
  queue.addOperation(second)
  second.cancel()
}

@Suite("An asynchronous operation", .repeatable)
struct AsyncOperationTests {
  @Test("is executing from start() until finish(), which may come from another thread")
  func lifeCycle() async throws {
    let states = Mutex<[OperationState]>([])
    let operation = Task { task in states.withLock { $0.append(OperationState(of: task)) } }
    #expect(operation.isAsynchronous)
    #expect(OperationState(of: operation) == [.ready])
    operation.start()
    #expect(states.withLock { $0 } == [[.ready, .executing]])
    #expect(OperationState(of: operation) == [.ready, .executing])
    try await elsewhere { operation.finish() }
    #expect(OperationState(of: operation) == [.ready, .finished])
  }

  @Test("may finish within its work")
  func finishesAtOnce() {
    let operation = Task { $0.finish() }
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished])
    let bare = AsyncOperation()
    bare.start()
    #expect(OperationState(of: bare) == [.ready, .finished])
  }

  @Test("finished before its start is finished by its start, without work")
  func finishBeforeStart() {
    let count = Mutex(0)
    let operation = Task { _ in count.withLock { $0 += 1 } }
    operation.finish()
    #expect(OperationState(of: operation) == [.ready])
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished])
    #expect(count.withLock { $0 } == 0)
  }

  @Test("cancelled before its start is finished by its start, without work")
  func cancelBeforeStart() {
    let count = Mutex(0)
    let operation = Task { _ in count.withLock { $0 += 1 } }
    operation.cancel()
    #expect(OperationState(of: operation) == [.ready, .cancelled])
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished, .cancelled])
    #expect(count.withLock { $0 } == 0)
  }

  @Test("when cancelled while it works, continues until it finishes")
  func cancelWhileWorking() {
    let operation = Task()
    operation.start()
    operation.cancel()
    #expect(OperationState(of: operation) == [.ready, .executing, .cancelled])
    operation.finish()
    #expect(OperationState(of: operation) == [.ready, .finished, .cancelled])
  }

  @Test("started or finished twice takes no notice of the second time")
  func twice() {
    let count = Mutex(0)
    let operation = Task { _ in count.withLock { $0 += 1 } }
    operation.start()
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .executing])
    operation.finish()
    operation.finish()
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished])
    #expect(count.withLock { $0 } == 1)
  }

  @Test("lets its dependents start when it finishes, not when start() returns")
  func dependents() async throws {
    let (returned, ran) = (Latch(), Latch())
    let first = Task { _ in returned.open() }
    let second = BlockOperation { ran.open() }
    second.addDependency(first)
    let queue = OperationQueue()
    queue.addOperation(first)
    queue.addOperation(second)
    #expect(try await elsewhere { returned.wait(deadline: longEnough) })
    #expect(!second.isReady && !ran.isOpen)
    first.finish()
    #expect(try await elsewhere { ran.wait(deadline: longEnough) })
    #expect(first.isFinished)
  }

  // Swift 6.1 has no tests of how a process ends.
  #if compiler(>=6.2)
    /// In its own process, because a failure crashes it.
    @Test("can be cancelled and released before its dependency finishes")
    func releasedDependent() async {
      await #expect(processExitsWith: .success) {
        let (first, queue) = (Task(), OperationQueue())
        queue.addOperation(first)
        for _ in 0..<100 {
          let isGone = Latch()
          cancelDependent(of: first, in: queue, isGone)
          precondition(isGone.wait(deadline: longEnough))
        }
        // These arrays reuse the memory of the released operations and overwrite it.
        let others = (0..<2_000).map { _ in [UInt8](repeating: 0x41, count: 200) }
        first.finish()
        precondition(first.isFinished && others.count == 2_000)
      }
    }
  #endif

  @Test("in a queue calls its completion block once, however often it is finished")
  func completionBlock() async throws {
    let count = Mutex(0)
    let (completed, queueIsFree) = (Latch(), Latch())
    let operation = Task { task in
      task.finish()
      task.finish()
    }
    operation.completionBlock = {
      count.withLock { $0 += 1 }
      completed.open()
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation(operation)
    queue.addOperation { queueIsFree.open() }
    #expect(
      try await elsewhere {
        completed.wait(deadline: longEnough) && queueIsFree.wait(deadline: longEnough)
      })
    operation.finish()
    #expect(count.withLock { $0 } == 1)
  }
}
