import Foundation
import Synchronization

/// BROKEN ON PURPOSE: an enum that announces itself in `didSet`, set to executing after `main()`.
///
/// make: `SetsExecutingAfterMain(work: probe.begin)`
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
      didChangeValue(forKey: "isFinished")  // BROKEN: who is told asks, and needs the mutex.
    }
  }
}

/// BROKEN ON PURPOSE: a task whose cancellation is an error, and an error no end.
///
/// make: `LosesItsEndInACatch(work: probe.begin)`
final class LosesItsEndInACatch: LockOperation, @unchecked Sendable {
  private var task: Task<Void, Never>?

  override func start() {
    if isCancelled { return finish() }
    set(isExecuting: true, isFinished: false)
    let task = Task {
      do {
        await finishedWork()
        try Task.checkCancellation()
        finish()
      } catch {
        // BROKEN: cancelled, it never finishes.
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

/// BROKEN ON PURPOSE: finished means "there is a result", and cancelled work has none.
///
/// make: `IsFinishedWithAResult(work: probe.begin)`
final class IsFinishedWithAResult: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var (hasBegun, result) = (false, String?.none)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && result == nil } }
  override var isFinished: Bool { lock.withLock { result != nil } }

  override func start() {
    // BROKEN: without a result isFinished stays false, however often it is announced.
    if isCancelled { return announce() }
    lock.withLock { hasBegun = true }
    work {
      let isFirst = self.lock.withLock {
        defer { self.result = "a result" }
        return self.result == nil
      }
      if isFirst { self.announce() }
    }
  }

  private func announce() {
    willChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: its thread's own flags are its flags, and it announces them on that thread.
///
/// make: `AsksItsThread { probe.run() }`
final class AsksItsThread: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let lock = NSLock()
  private var thread: Thread?
  private var wasSkipped = false

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { thread }?.isExecuting ?? false }
  override var isFinished: Bool {
    lock.withLock { wasSkipped } || lock.withLock { thread }?.isFinished ?? false
  }

  override func start() {
    if isCancelled {
      lock.withLock { wasSkipped = true }
      return didChangeValue(forKey: "isFinished")
    }
    let thread = Thread { [weak self, body] in
      body()
      self?.didChangeValue(forKey: "isFinished")  // BROKEN: the thread is not over yet.
    }
    lock.withLock { self.thread = thread }
    thread.start()
  }
}

/// Announces a property whenever it is set.
@propertyWrapper
struct Announced {
  private var value = false
  let key: String

  init(key: String) {
    self.key = key
  }

  static subscript(
    _enclosingInstance operation: WrapsItsFlags,
    wrapped _: ReferenceWritableKeyPath<WrapsItsFlags, Bool>,
    storage path: ReferenceWritableKeyPath<WrapsItsFlags, Announced>
  ) -> Bool {
    get { operation.lock.withLock { operation[keyPath: path].value } }
    set {
      operation.lock.withLock { operation[keyPath: path].value = newValue }
      operation.didChangeValue(forKey: operation[keyPath: path].key)
    }
  }

  @available(*, unavailable, message: "only for properties of operations")
  var wrappedValue: Bool {
    get { value }
    set { value = newValue }
  }
}

/// BROKEN ON PURPOSE: a property wrapper announces its flags, one of them under a wrong key.
///
/// make: `WrapsItsFlags(work: probe.begin)`
final class WrapsItsFlags: Operation, @unchecked Sendable {
  private let work: Work
  let lock = NSLock()
  @Announced(key: "isExecuting") private var executing: Bool
  @Announced(key: "isfinished") private var finished: Bool  // BROKEN: a typing error.

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing }
  override var isFinished: Bool { finished }

  override func start() {
    if !isCancelled {
      executing = true
      return work { self.end() }
    }
    finished = true
  }

  private func end() {
    executing = false
    finished = true
  }
}

/// BROKEN ON PURPOSE: it is the delegate of a client that it holds.
///
/// make: `HoldsAClientThatHoldsIt(work: probe.begin)`
final class HoldsAClientThatHoldsIt: LockOperation, @unchecked Sendable {
  private final class Client {
    let delegate: HoldsAClientThatHoldsIt  // BROKEN: not weak.

    init(delegate: HoldsAClientThatHoldsIt) {
      self.delegate = delegate
    }
  }

  private var client: Client?

  override func start() {
    let client = Client(delegate: self)
    lock.withLock { self.client = client }
    super.start()
  }
}
