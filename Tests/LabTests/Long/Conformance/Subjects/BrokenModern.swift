import Foundation
import Synchronization

/// BROKEN ON PURPOSE: an enum that announces itself in `didSet`, set to executing after `main()`.
///
/// make: `SetsExecutingAfterMain(work: probe.begin)`
/// breaks: completes-by-hand "never finished: executing", completes-in-a-queue
/// varies: cancel-after-finish, finish-is-announced, finish-survives-repetition,
///   waits-for-dependencies
/// undecided: completion-block-once, frees-its-slot, survives-races
/// remarks: works-once
final class SetsExecutingAfterMain: Operation, @unchecked Sendable {
  private enum State: String {
    case ready, executing, finished

    var key: String { "is" + rawValue.capitalized }
  }

  private let work: Work
  private let lock = NSRecursiveLock()
  private var stored = State.ready

  private var state: State {
    get { lock.withLock { stored } }
    set {
      let old = state
      willChangeValue(forKey: old.key)
      willChangeValue(forKey: newValue.key)
      lock.withLock { stored = newValue }
      didChangeValue(forKey: old.key)
      didChangeValue(forKey: newValue.key)
    }
  }

  init(work: @escaping Work) {
    self.work = work
  }

  override var isReady: Bool { super.isReady && state == .ready }
  override var isExecuting: Bool { state == .executing }
  override var isFinished: Bool { state == .finished }
  override var isAsynchronous: Bool { true }

  override func start() {
    if isCancelled {
      state = .finished
      return
    }
    main()
    state = .executing  // BROKEN: main() may have finished it.
  }

  override func main() {
    work { self.state = .finished }
  }
}

/// BROKEN ON PURPOSE: it announces its end inside the closure that holds the mutex.
///
/// make: `PostsInsideItsMutex(work: probe.begin)`
/// breaks: finish-is-announced "Recursive call to lock Mutex", completes-in-a-queue
/// undecided: asking-changes-nothing, completes-by-hand, cancel-before-start,
///   cancel-before-enqueue, cancel-while-queued, cancel-while-running, cancel-after-finish,
///   cancels-only-itself, stays-cancelled, finish-survives-repetition, ends-not-executing,
///   waits-for-dependencies, cancel-ignores-dependencies, completion-block-once,
///   main-thread-may-wait, many-at-once, frees-its-slot, next-one-runs, is-released,
///   survives-races, works-once
final class PostsInsideItsMutex: Operation, @unchecked Sendable {
  private struct State { var (isExecuting, isFinished) = (false, false) }

  private let work: Work
  private let state = Mutex(State())

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.isExecuting } }
  override var isFinished: Bool { state.withLock { $0.isFinished } }

  override func start() {
    if isCancelled { return finish() }
    state.withLock { $0.isExecuting = true }
    didChangeValue(forKey: "isExecuting")
    work { self.finish() }
  }

  private func finish() {
    state.withLock { state in
      state = State(isExecuting: false, isFinished: true)
      didChangeValue(forKey: "isFinished")  // BROKEN: observers need the mutex.
    }
  }
}

/// BROKEN ON PURPOSE: a cancelled task throws an error, and the `catch` does not finish.
///
/// make: `LosesItsEndInACatch(work: probe.begin)`
/// breaks: cancel-while-running "never finished after it was cancelled", cancel-before-work
/// varies: survives-races
/// undecided: completion-block-once, is-released
final class LosesItsEndInACatch: LockOperation, @unchecked Sendable {
  private var task: Task<Void, Never>?

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let task = Task {
      do {
        await finishedWork()
        try Task.checkCancellation()
        finish()
      } catch {
        // BROKEN: when cancelled, it never finishes.
      }
    }
    lock.withLock { self.task = task }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }

  private func finishedWork() async {
    await withCheckedContinuation { done in
      let isFirst = Mutex(true)
      work {
        let resumes = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        if resumes { done.resume() }
      }
    }
  }
}
