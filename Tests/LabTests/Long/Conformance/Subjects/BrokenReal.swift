import Foundation

/// BROKEN ON PURPOSE: the end of the work signals without the lock, perhaps between the check and
/// the wait.
///
/// make: `SignalsWithoutTheLock(work: probe.begin)`
/// breaks: survives-races "never"
final class SignalsWithoutTheLock: Operation, @unchecked Sendable {
  private let work: Work
  private let condition = NSCondition()
  private var isDone = false

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work {
      self.isDone = true  // BROKEN: main() may be between its check and its wait.
      self.condition.signal()
    }
    condition.lock()
    while !isDone { condition.wait() }
    condition.unlock()
  }
}

/// BROKEN ON PURPOSE: `cancel()` and the end of the work may both read the flag before either sets
/// it.
///
/// make: `EndsForTwo(work: probe.begin)`
/// remarks: survives-races "posted isFinished again"
final class EndsForTwo: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var (executing, finished) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    if isCancelled { return end() }
    willChangeValue(forKey: "isExecuting")
    let mayBegin = lock.withLock {
      defer { executing = !finished }
      return !executing && !finished
    }
    didChangeValue(forKey: "isExecuting")
    if mayBegin { work { self.end() } }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { end() }
  }

  private func end() {
    guard !isFinished else { return }  // BROKEN: this check and the change need one lock.
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { (executing, finished) = (false, true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: when its completion is called again, it keeps the lock.
///
/// make: `ReturnsEarlyWithTheLock(work: probe.begin)`
/// breaks: finish-survives-repetition "holding the lock that its getters take"
final class ReturnsEarlyWithTheLock: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var hasAnswer = false

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      self.lock.lock()
      if self.hasAnswer { return }  // BROKEN: it is never unlocked.
      self.hasAnswer = true
      self.lock.unlock()
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: `isExecuting` stays true for 20 ms after it has finished.
///
/// make: `ExecutesALittleLonger(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
final class ExecutesALittleLonger: LockOperation, @unchecked Sendable {
  override func finish() {
    let isFirst = set(isExecuting: true, isFinished: true)  // BROKEN: both at once.
    guard isFirst else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      self.willChangeValue(forKey: "isExecuting")
      self.lock.withLock { self.flags.isExecuting = false }
      self.didChangeValue(forKey: "isExecuting")
    }
  }
}

/// BROKEN ON PURPOSE: it waits for parts that it has added to its own queue.
///
/// make: `WaitsForPartsInItsOwnQueue { probe.run() }`
/// breaks: completes-in-a-queue "it holds the slot that they need", cancel-before-work,
///   many-at-once
/// undecided: cancel-while-running, cancel-after-finish, cancel-returns,
///   finish-survives-repetition, works-once, does-not-spin, executing-while-working,
///   completion-block-once, asynchronous-start-returns, frees-its-slot, next-one-runs, is-released
final class WaitsForPartsInItsOwnQueue: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    let parts = [BlockOperation(block: body), BlockOperation {}]
    // BROKEN: in a queue of width 1 this operation has the only slot.
    OperationQueue.current?.addOperations(parts, waitUntilFinished: true)
  }
}

/// BROKEN ON PURPOSE: one path out of `start()` keeps the mutex.
///
/// make: `KeepsItsMutexOnOnePath(work: probe.begin)`
/// breaks: cancel-before-start "start() left it unfinished", completes-in-a-queue,
///   completes-by-hand, cancel-before-enqueue, cancel-while-queued, cancel-before-work,
///   cancel-ignores-dependencies
/// undecided: cancel-while-running, cancel-after-finish, cancel-returns,
///   no-finish-before-work-ends, finish-is-announced, finish-survives-repetition, works-once,
///   does-not-spin, executing-while-working, ends-not-executing, completion-block-once,
///   asynchronous-start-returns, frees-its-slot, next-one-runs, is-released, survives-races
final class KeepsItsMutexOnOnePath: LockOperation, @unchecked Sendable {
  private let mutex = NSLock()
  private var request: String?

  override func start() {
    mutex.lock()
    if request == nil {
      request = "GET /"
    } else {
      mutex.unlock()
    }
    prepare()
    super.start()
  }

  private func prepare() {
    mutex.lock()  // BROKEN: start() still holds it, unless there was a request.
    request?.append("\n")
    mutex.unlock()
  }
}

/// BROKEN ON PURPOSE: when cancelled, it finishes before its work, whose completion still needs it.
///
/// make: `IsUnownedByItsCompletion(work: probe.begin)`
/// breaks: is-released "unowned reference"
final class IsUnownedByItsCompletion: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { [unowned self] in finish() }  // BROKEN: it may be deallocated.
  }

  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }
}

/// BROKEN ON PURPOSE: it is released while its semaphore is still taken.
///
/// make: `LetsGoOfATakenSemaphore(work: probe.begin)`
/// breaks: is-released "it ended the process"
final class LetsGoOfATakenSemaphore: LockOperation, @unchecked Sendable {
  private let slot = DispatchSemaphore(value: 1)

  override func start() {
    slot.wait()
    if isCancelled { return finish() }  // BROKEN: it never signals.
    guard set(isExecuting: true, isFinished: false) else { return }
    slot.signal()
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: if never started, it releases a suspended timer.
///
/// make: `LetsGoOfASuspendedTimer(work: probe.begin)`
/// breaks: may-be-let-go "it ended the process", next-one-runs
/// undecided: is-released
final class LetsGoOfASuspendedTimer: LockOperation, @unchecked Sendable {
  // BROKEN: only start() resumes it.
  private let timer = DispatchSource.makeTimerSource(queue: .global())

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    timer.setEventHandler {}
    timer.schedule(deadline: .now() + 60)
    timer.resume()
    work {
      self.timer.cancel()
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: it sets executing after it has begun its work.
///
/// make: `SetsExecutingTooLate(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
/// undecided: survives-races
final class SetsExecutingTooLate: LockOperation, @unchecked Sendable {
  private let isFirst = Once()

  override func start() {
    if isCancelled { return finish() }
    guard isFirst.isMine() else { return }
    work { self.finish() }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { flags.isExecuting = true }  // BROKEN: the work may have ended already.
    didChangeValue(forKey: "isExecuting")
  }
}

/// BROKEN ON PURPOSE: its upload continues after `main()` has returned.
///
/// make: `ReturnsFromMainAtOnce(work: probe.begin)`
/// breaks: no-finish-before-work-ends "finished while its work went on", executing-while-working
final class ReturnsFromMainAtOnce: Operation, @unchecked Sendable {
  private let upload: Work

  init(work: @escaping Work) {
    upload = work
  }

  override func main() {
    if isCancelled { return }
    upload {}  // BROKEN: without start(), it finishes when main() returns.
  }
}

/// BROKEN ON PURPOSE: each call of the completion leaves the group.
///
/// make: `LeavesItsGroupTwice(work: probe.begin)`
/// breaks: finish-survives-repetition "it ended the process"
final class LeavesItsGroupTwice: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let group = DispatchGroup()
    group.enter()
    work { group.leave() }  // BROKEN: a second call traps.
    group.notify(queue: .global()) { self.finish() }
  }
}
