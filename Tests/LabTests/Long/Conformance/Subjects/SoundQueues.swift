import Foundation

/// Sound: one state in a concurrent queue: many may read at once, and a barrier changes it.
///
/// make: `BarrierOperation(work: probe.begin)`
final class BarrierOperation: Operation, @unchecked Sendable {
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
    if isCancelled { return _ = move(from: .waiting, to: .finished) }
    guard move(from: .waiting, to: .executing) else { return }
    work { _ = self.move(from: .executing, to: .finished) }
  }

  private func move(from old: State, to new: State) -> Bool {
    let hasMoved = states.sync(flags: .barrier) {
      guard state == old else { return false }
      state = new
      return true
    }
    guard hasMoved else { return false }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
    return true
  }
}

/// Sound: its work runs in the system's pool, and no thread waits for it there.
///
/// make: `PoolOperation { probe.run() }`
final class PoolOperation: LockOperation, @unchecked Sendable {
  init(_ body: @escaping @Sendable () -> Void) {
    super.init { done in
      DispatchQueue.global().async {
        body()
        done()
      }
    }
  }
}

/// Sound: several parts at once in a group, which reports the end of all.
///
/// make: `GroupOfPartsOperation(work: probe.begin)`
final class GroupOfPartsOperation: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let (group, first) = (DispatchGroup(), Once())
    group.enter()
    work { if first.isMine() { group.leave() } }
    DispatchQueue.global().async(group: group) {}
    group.notify(queue: .global()) { self.finish() }
  }
}

/// `true` for the first caller.
final class Once: @unchecked Sendable {
  private let lock = NSLock()
  private var isTaken = false

  func isMine() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }
}

/// Sound: a thread of its own does the work.
///
/// make: `OwnThreadOperation { probe.run() }`
final class OwnThreadOperation: LockOperation, @unchecked Sendable {
  init(_ body: @escaping @Sendable () -> Void) {
    super.init { done in
      Thread.detachNewThread {
        body()
        done()
      }
    }
  }
}

/// Sound: it begins its work on a thread that ends at once.
///
/// make: `BeginsElsewhereOperation(work: probe.begin)`
/// tried: does-not-spin
final class BeginsElsewhereOperation: LockOperation, @unchecked Sendable {
  override init(work: @escaping Work) {
    super.init { done in Thread.detachNewThread { work(done) } }
  }
}
