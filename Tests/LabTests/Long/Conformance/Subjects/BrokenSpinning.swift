import Foundation

/// BROKEN ON PURPOSE: `main()` checks in a loop whether its work has ended.
///
/// make: `AsksInALoop(work: probe.begin)`
/// breaks: does-not-spin "never slept"
/// varies: works-once, survives-races, cancel-before-work, next-one-runs, cancel-while-queued,
///   cancel-after-finish, finish-survives-repetition, waits-for-dependencies,
///   cancel-ignores-dependencies
/// undecided: asking-changes-nothing, completes-in-a-queue, cancel-sets-cancelled,
///   cancel-while-running, cancel-returns, cancels-only-itself, stays-cancelled,
///   no-finish-before-work-ends, finish-is-announced, executing-while-working, ends-not-executing,
///   completion-block-once, asynchronous-start-returns, frees-its-slot, is-released
/// note: which trials come to rest in their short time depends on the machine
final class AsksInALoop: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var isDone = false

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work { self.lock.withLock { self.isDone = true } }
    while !lock.withLock({ isDone }) {}  // BROKEN: a core is busy until the work ends.
  }
}

/// BROKEN ON PURPOSE: its own thread repeats a run loop that has nothing to wait for.
///
/// make: `TurnsItsRunLoop(work: probe.begin)`
/// breaks: does-not-spin "never slept"
/// varies: works-once, survives-races, cancel-before-work, next-one-runs, cancel-while-queued,
///   cancel-after-finish, finish-survives-repetition, waits-for-dependencies,
///   cancel-ignores-dependencies
/// undecided: asking-changes-nothing, completes-in-a-queue, cancel-sets-cancelled,
///   cancel-while-running, cancel-returns, cancels-only-itself, stays-cancelled,
///   no-finish-before-work-ends, finish-is-announced, executing-while-working, ends-not-executing,
///   completion-block-once, asynchronous-start-returns, frees-its-slot, is-released
/// note: which trials come to rest in their short time depends on the machine
final class TurnsItsRunLoop: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Thread.detachNewThread {
      self.work { self.finish() }
      while !self.isFinished {
        _ = RunLoop.current.run(mode: .default, before: Date())  // BROKEN: it returns at once.
      }
    }
  }
}
