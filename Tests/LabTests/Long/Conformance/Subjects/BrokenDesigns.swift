import Foundation

/// BROKEN ON PURPOSE: finished means "there is a result", and cancelled work has none.
///
/// make: `IsFinishedWithAResult(work: probe.begin)`
/// breaks: cancel-before-start "start() left it unfinished", cancel-before-enqueue,
///   cancel-while-queued, cancel-ignores-dependencies
/// undecided: completion-block-once, is-released, survives-races
/// remarks: works-once
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
/// breaks: finish-is-announced "the queue got no notification", completes-in-a-queue,
///   cancel-while-running, completion-block-once, frees-its-slot
/// undecided: is-released, survives-races
/// remarks: works-once
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
      self?.didChangeValue(forKey: "isFinished")  // BROKEN: the thread has not ended.
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
/// breaks: finish-is-announced "the queue got no notification", completes-in-a-queue,
///   cancel-while-running, completion-block-once, frees-its-slot
/// undecided: is-released, survives-races
/// remarks: works-once
final class WrapsItsFlags: Operation, @unchecked Sendable {
  private let work: Work
  let lock = NSLock()
  @Announced(key: "isExecuting") private var executing: Bool
  @Announced(key: "isfinished") private var finished: Bool  // BROKEN: a wrong letter.

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
/// breaks: is-released "something still kept it alive"
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

/// BROKEN ON PURPOSE: `super.start()` calls `main()`, and then `start()` calls it once more.
///
/// make: `CallsMainOnceMore { probe.run() }`
/// breaks: no-finish-before-work-ends "began again, and meanwhile it was finished"
/// remarks: works-once
final class CallsMainOnceMore: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func start() {
    super.start()
    main()  // BROKEN: it is finished by now.
  }

  override func main() {
    if isCancelled { return }
    body()
  }
}

/// BROKEN ON PURPOSE: it depends on an operation that is in no queue.
///
/// make: `PreparesInItsInit { probe.run() }`
/// breaks: completes-in-a-queue "never began its work"
/// undecided: completes-by-hand, cancel-before-work, cancel-while-running, cancel-after-finish,
///   cancel-returns, no-finish-before-work-ends, finish-is-announced, finish-survives-repetition,
///   works-once, does-not-spin, executing-while-working, completion-block-once,
///   asynchronous-start-returns, many-at-once, frees-its-slot, next-one-runs, is-released
final class PreparesInItsInit: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let preparation = BlockOperation()

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init()
    addDependency(preparation)  // BROKEN: no code ever starts it.
  }

  override func main() {
    if isCancelled { return }
    body()
  }
}
