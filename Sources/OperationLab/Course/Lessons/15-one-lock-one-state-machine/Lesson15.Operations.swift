import Foundation
@_spi(Course) import OperationBench
import Synchronization

extension Lesson15 {
  // snippet: synchronized
  /// BROKEN ON PURPOSE: a lock around `start()`, as in article C, which never reads a state.
  final class SynchronizedLoader: Loader, @unchecked Sendable {
    override func start() {
      lock.withLock {
        log(.began)
        work()
        log(.ended)
      }
    }
  }
  // end snippet

  // snippet: checked
  /// Fixed: under the lock, it reads and sets whether the work has begun. It finishes after it has
  /// unlocked.
  final class CheckedLoader: Loader, @unchecked Sendable {
    /// Guarded by `lock`.
    private var hasBegun = false
    private let hasFinished = Mutex(false)

    override func start() {
      var isFirst = false
      lock.withLock {
        guard !hasBegun else { return }
        hasBegun = true
        isFirst = true
        log(.began)
        work()
        log(.ended)
      }
      if isFirst { finish() }
    }

    private func finish() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock { $0 = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }

    override var isFinished: Bool { hasFinished.withLock { $0 } }
  }
  // end snippet

  /// The part that both have: a recursive lock, which is what `@synchronized` uses.
  class Loader: TracedOperation, @unchecked Sendable {
    let lock: TracedLock
    let work: @Sendable () -> Void

    init(_ bench: Bench, work: @escaping @Sendable () -> Void) {
      lock = TracedLock(NSRecursiveLock(), bench.log("lock"))
      self.work = work
      super.init(bench.log("loader"))
    }
  }

  // snippet: one-semaphore
  /// BROKEN ON PURPOSE: one semaphore around `start()` and `cancel()`, as in article D. It calls
  /// its manager while it holds the semaphore.
  final class SemaphoreDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      log(.began)
      if isCancelled {
        callBack(self)
      } else {
        connect()
      }
      log(.ended)
      semaphore.unlock()
    }
  }
  // end snippet

  // snippet: call-back-later
  /// Fixed: it signals the semaphore first. Then it calls its manager and finishes.
  final class LaterDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      log(.began)
      let wasCancelled = isCancelled
      if !wasCancelled {
        connect()
      }
      log(.ended)
      semaphore.unlock()
      if wasCancelled { callBack(self) }
      finish()
    }
  }
  // end snippet

  // snippet: download
  /// Article D's `cancel()`, and how a download finishes. In the article `cancel()` also finishes
  /// the operation. Lesson 12 is about that.
  class Download: TracedOperation, @unchecked Sendable {
    let semaphore: TracedLock
    let connect: @Sendable () -> Void
    let callBack: @Sendable (Operation) -> Void
    private let hasFinished = Mutex(false)

    init(
      _ bench: Bench, connect: @escaping @Sendable () -> Void = {},
      callBack: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      semaphore = TracedLock(DispatchSemaphore(value: 1), bench.log("semaphore"))
      self.connect = connect
      self.callBack = callBack
      super.init(bench.log("download"))
    }

    override func cancel() {
      log(callsCancel)
      semaphore.lock()
      super.cancel()
      log(.cancelled, self)
      semaphore.unlock()
    }

    /// Reports that it is finished. The caller must not hold the semaphore.
    final func finish() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock { $0 = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }

    final override var isFinished: Bool { hasFinished.withLock { $0 } }
  }
  // end snippet

  // snippet: two-flags
  /// BROKEN ON PURPOSE: one flag for executing, another for finished, and some time between reading
  /// and setting them.
  final class TwoFlagsLoader: TracedOperation, @unchecked Sendable {
    private let executing = Atomic(false)
    private let finished = Atomic(false)
    private let afterReading: @Sendable () -> Void

    init(_ log: Log, afterReading: @escaping @Sendable () -> Void) {
      self.afterReading = afterReading
      super.init(log)
    }

    // snippet: two-methods
    override func start() {
      log(.started, self)
      guard !isCancelled, !isFinished else { return log(.returned, self) }
      afterReading()
      executing.store(true, ordering: .sequentiallyConsistent)
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      executing.store(false, ordering: .sequentiallyConsistent)
      finished.store(true, ordering: .sequentiallyConsistent)
      log(.cancelled, self)
    }
    // end snippet

    override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
    override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  }
  // end snippet
}

// The marks that the programs record.
extension Lesson15 {
  /// The kinds of locks, and what each records.
  enum Lock: String, Sendable {
    case plain = "plain lock"
    case recursive = "recursive lock"
    case mutex
    case semaphore

    var taken: Trace.Event.Mark { .init("{} taken", .words(rawValue)) }
    var givenBack: Trace.Event.Mark { .init("{} given back", .words(rawValue)) }

    /// The wait of a thread that finds the lock taken.
    static let untilFree = Trace.Event.Wait.other("until it is free")
  }

  static let afterStart: Trace.Event.Mark = "after start()"
  static let hasRead: Trace.Event.Mark = "start() has read that it may begin"
  static let isTaken: Trace.Event.Mark = "taken"
  static let isFree: Trace.Event.Mark = "free for others"
  static let noLock: Trace.Event.Mark = "finds no lock"

  static let callsCancel: Trace.Event.Mark = "cancel() is called"
  static let isCalledBack: Trace.Event.Mark = "is called, and calls cancel()"
  static let isBack: Trace.Event.Mark = "cancel() returns"

  static let seesEnd: Trace.Event.Mark = "sees that it finished"
  static let observerCalled: Trace.Event.Mark = "needs the main thread to draw"
  static let goesOn: Trace.Event.Mark = "continues"
  static let asksFinished: Trace.Event.Mark = "reads isFinished"

  static func isFinished(_ answer: Bool) -> Trace.Event.Mark {
    .init("isFinished is {}", .text("\(answer)"))
  }

  /// The result of many rounds in which threads call `start()` and the other steps.
  static func result(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "{} rounds: {} illegal moves, {} not finished", .number(rounds), .number(illegal),
      .number(unfinished))
  }

  /// The result of many rounds in which a queue calls `start()`.
  static func queueResult(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "in a queue, {} rounds: {} illegal moves, {} not finished", .number(rounds),
      .number(illegal), .number(unfinished))
  }

  /// The steps that made moves, and whether two threads called steps at the same time.
  static func moved(by steps: [ConnectionOperation.Step], twoAtOnce: Bool) -> Trace.Event.Mark {
    .init(
      twoAtOnce ? "moved by {}; two threads at once" : "moved by {}; never two threads at once",
      .list(steps.map(\.rawValue)))
  }

  /// The number of rounds in which the queue called `start()`.
  static func startedByQueue(_ rounds: Int) -> Trace.Event.Mark {
    .init("in a queue, {} started by the queue", .number(rounds))
  }

  /// The number of illegal moves that the check finds among three forged ones.
  static func forgedMoves(illegal: Int) -> Trace.Event.Mark {
    .init("three forged moves: {} illegal", .number(illegal))
  }
}

// Locks that record which thread takes them, gives them back, and waits for them. The claims of this
// lesson need these events.
extension Lesson15 {
  /// A lock of Foundation's or Dispatch's.
  protocol Lockable: Sendable {
    /// The lock's name in traces.
    static var kind: Lesson15.Lock { get }
    func lock()
    func unlock()
    func `try`() -> Bool
  }

  /// A lock that records when a thread takes it, gives it back, or has to wait for it.
  final class TracedLock: Sendable {
    private let base: any Lockable
    private let log: Log

    init(_ base: any Lockable, _ log: Log) {
      self.base = base
      self.log = log
    }

    func lock() {
      take()
      log(kind.taken)
    }

    func unlock() {
      log(kind.givenBack)
      base.unlock()
    }

    func withLock(_ body: () -> Void) {
      lock()
      body()
      unlock()
    }

    /// Reads something under the lock. It records only a wait.
    func read<Value>(_ body: () -> Value) -> Value {
      take()
      defer { base.unlock() }
      return body()
    }

    /// Whether the calling thread could take it now.
    func isFree() -> Bool {
      let isFree = base.try()
      if isFree { base.unlock() }
      return isFree
    }

    private func take() {
      if base.try() { return }
      log(.waiting, nil, .wait(for: Lock.untilFree))
      base.lock()
    }

    private var kind: Lock { type(of: base).kind }
  }

  /// A flag in a `Mutex` that records which thread holds it.
  final class TracedMutex: Sendable {
    private let flag = Mutex(false)
    private let holder = Atomic<Int>(0)
    private let log: Log

    init(_ log: Log) {
      self.log = log
    }

    func withLock(_ body: (inout Bool) -> Void) {
      noteOwnWait()
      flag.withLock {
        holder.store(Self.thisThread, ordering: .relaxed)
        log(Lock.mutex.taken)
        body(&$0)
        log(Lock.mutex.givenBack)
        holder.store(0, ordering: .relaxed)
      }
    }

    var value: Bool {
      noteOwnWait()
      return flag.withLock { $0 }
    }

    /// Records that the holder itself is about to wait. A `Mutex` cannot be tried twice by its holder.
    private func noteOwnWait() {
      if holder.load(ordering: .relaxed) == Self.thisThread {
        log(.waiting, nil, .wait(for: Lock.untilFree))
      }
    }

    private static var thisThread: Int { ObjectIdentifier(Thread.current).hashValue }
  }
}

extension NSLock: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .plain }
}

extension NSRecursiveLock: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .recursive }
}

extension DispatchSemaphore: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .semaphore }
  func lock() { wait() }
  func unlock() { signal() }
  func `try`() -> Bool { wait(timeout: .now()) == .success }
}

// Posting isFinished while a lock is held, and after it was given back.
extension Lesson15 {
  // snippet: inside
  /// BROKEN ON PURPOSE: posts isFinished while it holds its lock.
  final class PostingInside: Posting, @unchecked Sendable {
    // snippet: post
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      log(.finished, note: "and posts it")
      didChangeValue(forKey: "isFinished")
      observer(self)
      lock.unlock()
    }
    // end snippet
  }
  // end snippet

  // snippet: outside
  /// Fixed: it unlocks before it posts isFinished.
  final class PostingOutside: Posting, @unchecked Sendable {
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      lock.unlock()
      log(.finished, note: "and posts it")
      didChangeValue(forKey: "isFinished")
      observer(self)
    }
  }
  // end snippet

  // snippet: posting
  /// The part that both have: a flag, the lock that guards it, and an observer of `isFinished`.
  class Posting: TracedOperation, @unchecked Sendable {
    let lock: TracedLock
    let observer: @Sendable (Operation) -> Void
    /// Guarded by `lock`.
    final var hasFinished = false

    init(
      _ bench: Bench, _ lock: any Lockable,
      observer: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      self.lock = TracedLock(lock, bench.log("lock"))
      self.observer = observer
      super.init(bench.log("loader"))
    }

    final override var isFinished: Bool { lock.read { hasFinished } }
  }
  // end snippet

  // snippet: mutex
  /// BROKEN ON PURPOSE: posts isFinished inside the closure that holds the mutex.
  final class PostingInMutex: TracedOperation, @unchecked Sendable {
    private let hasFinished: TracedMutex

    init(_ bench: Bench) {
      hasFinished = TracedMutex(bench.log("mutex"))
      super.init(bench.log("loader"))
    }

    override func start() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock {
        $0 = true
        log(.finished, note: "and posts it")
        didChangeValue(forKey: "isFinished")
      }
    }

    override var isFinished: Bool { hasFinished.value }
  }
  // end snippet
}
