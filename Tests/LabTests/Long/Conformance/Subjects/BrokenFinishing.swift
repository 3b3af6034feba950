import Foundation

/// BROKEN ON PURPOSE: nothing reports its end.
///
/// make: `NeverReportsItsEnd(work: probe.begin)`
/// breaks: completes-in-a-queue "still in queue: ready executing", completes-by-hand,
///   cancel-while-running, finish-survives-repetition
/// undecided: finish-is-announced, cancel-after-finish, completion-block-once, frees-its-slot,
///   next-one-runs, many-at-once, main-thread-may-wait, is-released, leaves-nothing-behind,
///   ends-not-executing, survives-races
final class NeverReportsItsEnd: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {}  // BROKEN: and then?
  }
}

/// BROKEN ON PURPOSE: `finish()` does nothing unless it is executing.
///
/// make: `FinishesOnlyWhatRuns(work: probe.begin)`
/// breaks: cancel-before-enqueue "the queue never gets past it", cancel-before-start,
///   cancel-while-queued, cancel-ignores-dependencies
/// undecided: completion-block-once, is-released, survives-races
final class FinishesOnlyWhatRuns: LockOperation, @unchecked Sendable {
  override func finish() {
    guard isExecuting else { return }  // BROKEN: not if cancelled before the start.
    super.finish()
  }
}

/// BROKEN ON PURPOSE: it reports finished where it begins its work.
///
/// make: `FinishesTooEarly(work: probe.begin)`
/// breaks: no-finish-before-work-ends "finished while its work went on", executing-while-working
final class FinishesTooEarly: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {}
    finish()  // BROKEN: the work has only begun.
  }
}

/// BROKEN ON PURPOSE: an asynchronous call in `main()`, and Foundation's own `start()`.
///
/// make: `ReturnsFromMainTooEarly(work: probe.begin)`
/// breaks: no-finish-before-work-ends "finished while its work went on", executing-while-working
final class ReturnsFromMainTooEarly: Operation, @unchecked Sendable {
  private let work: Work

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    work {}  // BROKEN: when main() returns, Foundation reports finished.
  }
}

/// BROKEN ON PURPOSE: it finishes in `main()`, and Foundation's own `start()` finishes it again.
///
/// make: `FinishesInMain { probe.run() }`
/// breaks: completion-block-once "ran 2 times"
/// undecided: survives-races
final class FinishesInMain: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let lock = NSLock()
  private var isOver = false

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override var isFinished: Bool { lock.withLock { isOver } || super.isFinished }

  override func main() {
    body()
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")  // BROKEN: start() announces it, too.
  }
}

/// BROKEN ON PURPOSE: each report of the end toggles the state.
///
/// make: `TogglesItsEnd(work: probe.begin)`
/// breaks: finish-survives-repetition "ready executing"
/// remarks: works-once
final class TogglesItsEnd: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var (executing, finished) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    if isCancelled { return change { finished = true } }
    change { executing = true }
    work {
      // BROKEN: a second call makes it executing and unfinished.
      self.change {
        self.executing.toggle()
        self.finished.toggle()
      }
    }
  }

  private func change(_ body: () -> Void) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock(body)
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: it requires that its work calls back once.
///
/// make: `TrapsOnASecondEnd(work: probe.begin)`
/// breaks: finish-survives-repetition "finished twice"
final class TrapsOnASecondEnd: LockOperation, @unchecked Sendable {
  override func finish() {
    precondition(!isFinished, "finished twice")  // BROKEN: callbacks may come twice.
    super.finish()
  }
}

/// BROKEN ON PURPOSE: a dispatch group counts the calls of the completion.
///
/// make: `CountsEndsInAGroup(work: probe.begin)`
/// breaks: finish-survives-repetition "it ended the process"
final class CountsEndsInAGroup: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let group = DispatchGroup()
    group.enter()
    work { group.leave() }  // BROKEN: an extra leave() traps.
    group.notify(queue: .global()) { self.finish() }
  }
}

/// BROKEN ON PURPOSE: it calls the completion block itself, each time its work reports an end.
///
/// make: `CallsItsCompletionBlock(work: probe.begin)`
/// breaks: completion-block-once "ran 2 times"
/// undecided: finish-survives-repetition, survives-races
final class CallsItsCompletionBlock: LockOperation, @unchecked Sendable {
  override func finish() {
    let block = completionBlock
    super.finish()
    block?()  // BROKEN: Foundation calls it.
  }
}

/// BROKEN ON PURPOSE: it replaces the completion block with its own.
///
/// make: `TakesTheCompletionBlock(work: probe.begin)`
/// breaks: completion-block-once "never ran"
/// undecided: survives-races
final class TakesTheCompletionBlock: LockOperation, @unchecked Sendable {
  override func start() {
    completionBlock = {}  // BROKEN: the user's own is gone.
    super.start()
  }
}

/// BROKEN ON PURPOSE: `main()` polls its work fifty times, and then returns anyway.
///
/// make: `LooksFiftyTimes(work: probe.begin)`
/// breaks: no-finish-before-work-ends "finished while its work went on"
/// varies: executing-while-working
final class LooksFiftyTimes: Operation, @unchecked Sendable {
  private let work: Work

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    let isDone = DispatchSemaphore(value: 0)
    work { isDone.signal() }
    for _ in 0..<50 {
      if isDone.wait(timeout: .now() + .milliseconds(20)) == .success { return }
    }
    // BROKEN: it finishes now, though its work may continue.
  }
}

/// BROKEN ON PURPOSE: it is asynchronous, reports its own end, and leaves `start()` to Foundation.
///
/// make: `EndsInMain(work: probe.begin)`
/// breaks: completion-block-once "ran 2 times", cancel-before-start, cancel-before-enqueue,
///   cancel-while-queued, cancel-ignores-dependencies
/// undecided: finish-survives-repetition, survives-races
/// remarks: works-once
/// tried: finish-survives-repetition
final class EndsInMain: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var (executing, finished) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  // BROKEN: Foundation's start() reports the end when this returns, and skips it when cancelled.
  override func main() {
    set(isExecuting: true)
    work { self.set(isExecuting: false) }
  }

  private func set(isExecuting: Bool) {
    let hasChanged = lock.withLock {
      if finished { return false }
      (executing, finished) = (isExecuting, !isExecuting)
      return true
    }
    guard hasChanged else { return }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
