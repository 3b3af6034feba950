import Foundation

/// BROKEN ON PURPOSE: it blocks a thread of the pool for work that needs a thread of the pool.
///
/// make: `BlocksForAnotherThread { probe.run() }`
/// breaks: many-at-once "of 64 are stuck"
class BlocksForAnotherThread: Operation, @unchecked Sendable {
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
    isOver.wait()  // BROKEN: with enough of them, no thread is left to signal.
  }
}

/// BROKEN ON PURPOSE: the same, and making one takes longer than running one.
///
/// make: `IsMadeSlowly { probe.run() }`
/// breaks: many-at-once "of 64 are stuck"
final class IsMadeSlowly: BlocksForAnotherThread, @unchecked Sendable {
  // BROKEN: the initialiser waits until the pool has had time for what was put into it before.
  override init(_ body: @escaping @Sendable () -> Void) {
    super.init(body)
    for _ in 1...3 {
      let hasRun = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { hasRun.signal() }
      _ = hasRun.wait(timeout: .now() + 1)
    }
  }
}

/// BROKEN ON PURPOSE: it blocks a thread of the pool for a task, which runs in the same pool.
///
/// make: `BlocksForATask { try await probe.work() }`
/// breaks: many-at-once "of 64 are stuck"
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

/// BROKEN ON PURPOSE: one state in a concurrent queue, where each read waits for changes in
/// progress. If the pool grows by a thread a second, many of them finish late, which gives a
/// remark.
///
/// make: `LateBarrierOperation(work: probe.begin)`
/// remarks: many-at-once "of 64 are stuck"
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
    // BROKEN: the queue's threads wait here to read, and with enough of them none is left.
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

/// Knows whether one of them is under way, and what to do at the end.
private final class Desk: @unchecked Sendable {
  static let shared = Desk()
  private let lock = NSLock()
  private var isBusy = false
  private var onEnd: @Sendable () -> Void = {}

  func enter() -> Bool {
    lock.withLock {
      defer { isBusy = true }
      return !isBusy
    }
  }

  func leave() { lock.withLock { isBusy = false } }

  func remember(_ body: @escaping @Sendable () -> Void) { lock.withLock { onEnd = body } }

  func end() { lock.withLock { onEnd }() }
}

/// BROKEN ON PURPOSE: if another one is under way, it returns from `start()` and does not finish.
///
/// make: `SkipsWhenOneIsUnderWay(work: probe.begin)`
/// breaks: many-at-once "start() has returned, and they are neither"
/// varies: next-one-runs, survives-races
final class SkipsWhenOneIsUnderWay: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard Desk.shared.enter() else { return }  // BROKEN: it does not finish.
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      // The others come meanwhile.
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
        Desk.shared.leave()
        self.finish()
      }
    }
  }
}

/// BROKEN ON PURPOSE: all share one place for what to do at the end, and the last one takes it.
///
/// make: `RemembersOnlyTheLast(work: probe.begin)`
/// breaks: many-at-once "their end is never reported"
/// varies: survives-races
final class RemembersOnlyTheLast: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Desk.shared.remember { [weak self] in self?.finish() }  // BROKEN: it forgets the one before.
    work {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { Desk.shared.end() }
    }
  }
}
