import Foundation

/// BROKEN ON PURPOSE: it blocks a thread of the pool for work that needs a thread of the pool.
///
/// make: `BlocksForAnotherThread { probe.run() }`
final class BlocksForAnotherThread: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [body] in
      body()
      isOver.signal()
    }
    isOver.wait()  // BROKEN: with enough of them nobody is left to signal.
  }
}

/// BROKEN ON PURPOSE: it blocks a thread of the pool for a task, which runs in the same pool.
///
/// make: `BlocksForATask { try await probe.work() }`
final class BlocksForATask: Operation, @unchecked Sendable {
  private let body: @Sendable () async throws -> Void

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    let isOver = DispatchSemaphore(value: 0)
    Task { [body] in
      defer { isOver.signal() }
      do { try await body() } catch {}
    }
    isOver.wait()  // BROKEN: with enough of them no thread is left for any task.
  }
}

/// BROKEN ON PURPOSE: one state in a concurrent queue; each question waits for changes under way. Where
/// the pool grows by a thread a second, many of them end late, which is worth a remark.
///
/// make: `LateBarrierOperation(work: probe.begin)`
final class LateBarrierOperation: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, finished }

  private let work: Work
  private let states = DispatchQueue(label: "states", attributes: .concurrent)
  /// Read on `states`, changed there with a barrier.
  private var state = State.waiting

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { states.sync { state == .executing } }
  override var isFinished: Bool { states.sync { state == .finished } }

  override func start() {
    if isCancelled { return move(from: .waiting, to: .finished) }
    move(from: .waiting, to: .executing) {
      self.work { self.move(from: .executing, to: .finished) }
    }
  }

  private func move(
    from old: State, to new: State, then next: @escaping @Sendable () -> Void = {}
  ) {
    // BROKEN: the queue's threads that ask wait for this, and with enough of them none is left.
    states.async(flags: .barrier) {
      guard self.state == old else { return }
      self.state = new
      DispatchQueue.global().async {
        self.didChangeValue(forKey: "isExecuting")
        self.didChangeValue(forKey: "isFinished")
        next()
      }
    }
  }
}
