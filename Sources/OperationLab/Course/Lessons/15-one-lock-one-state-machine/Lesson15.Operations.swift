import OperationLab
import Foundation
import OperationTesting
import Synchronization

extension Lesson15 {
  // snippet: synchronized
  /// BROKEN ON PURPOSE: a lock around `start()`, as in article C, and no look at the state.
  final class SynchronizedLoader: Loader, @unchecked Sendable {
    override func start() {
      lock.withLock {
        log(.began)
        work(self)
        log(.ended)
      }
    }
  }
  // end snippet

  // snippet: checked
  /// Asks, under the lock, whether the work has begun. It finishes after it has unlocked.
  final class CheckedLoader: Loader, @unchecked Sendable {
    private let flags = ExecutionFlags()
    private var hasBegun = false

    override func start() {
      var hasWorked = false
      lock.withLock {
        guard !hasBegun else { return }
        hasBegun = true
        log(.began)
        work(self)
        log(.ended)
        hasWorked = true
      }
      if hasWorked { finish() }
    }

    private func finish() {
      announcing("isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  /// What two ways to start have in common: a recursive lock, which is what `@synchronized` is.
  class Loader: TracedOperation, @unchecked Sendable {
    let lock: TracedLock
    let work: @Sendable (Operation) -> Void

    init(_ bench: Bench, work: @escaping @Sendable (Operation) -> Void) {
      lock = TracedLock(NSRecursiveLock(), bench.log("lock"))
      self.work = work
      super.init(bench.log("loader"))
    }
  }

  // snippet: one-semaphore
  /// BROKEN ON PURPOSE: one semaphore around `start()` and `cancel()`, as in article D; it calls
  /// back while it holds it.
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
  /// Calls back, and finishes, after it has signalled the semaphore.
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

  /// Article D's `cancel()`, and how a download finishes. In the article `cancel()` finishes it, too:
  /// see lesson 12.
  class Download: TracedOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()
    let semaphore: TracedLock
    let connect: @Sendable () -> Void
    let callBack: @Sendable (Operation) -> Void

    init(
      _ bench: Bench, connect: @escaping @Sendable () -> Void = {},
      callBack: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      semaphore = TracedLock(DispatchSemaphore(value: 1), bench.log("semaphore"))
      self.connect = connect
      self.callBack = callBack
      super.init(bench.log("download"))
    }

    // snippet: semaphore-cancel
    override func cancel() {
      log(callsCancel)
      semaphore.lock()
      super.cancel()
      log(.cancelled, self)
      semaphore.unlock()
    }
    // end snippet

    final override var isExecuting: Bool { flags.isExecuting }
    final override var isFinished: Bool { flags.isFinished }

    final func setExecuting() { flags.begin() }

    /// Reports the end. The caller must not hold the semaphore.
    final func finish() {
      announcing("isExecuting", "isFinished") {
        flags.end()
        log(.finished, self)
      }
    }
  }

  // snippet: two-flags
  /// BROKEN ON PURPOSE: a flag for executing, a flag for finished, and time between asking and
  /// setting.
  final class TwoFlagsLoader: TracedOperation, @unchecked Sendable {
    private let executing = Atomic(false)
    private let finished = Atomic(false)
    private let afterAsking: @Sendable () -> Void

    init(_ log: Log, afterAsking: @escaping @Sendable () -> Void) {
      self.afterAsking = afterAsking
      super.init(log)
    }

    // snippet: two-methods
    override func start() {
      log(.started, self)
      guard !isCancelled, !isFinished else { return log(.returned, self) }
      afterAsking()
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

// What the programs record about themselves.
extension Lesson15 {
  /// The kinds of locks, and what each records.
  enum Lock: String, Sendable {
    case plain = "plain lock"
    case recursive = "recursive lock"
    case mutex
    case semaphore

    var taken: Trace.Event.Mark { .init("{} taken", .text(rawValue)) }
    var givenBack: Trace.Event.Mark { .init("{} given back", .text(rawValue)) }

    /// What a thread waits for that finds a lock taken.
    static let untilFree = Trace.Event.Wait.other("until it is free")
  }

  static let afterStart: Trace.Event.Mark = "after start()"
  static let isTaken: Trace.Event.Mark = "taken"
  static let isFree: Trace.Event.Mark = "free for others"
  static let noLock: Trace.Event.Mark = "finds no lock"

  static let callsCancel: Trace.Event.Mark = "somebody calls cancel()"
  static let isCalledBack: Trace.Event.Mark = "is called back, and cancels"
  static let isTold: Trace.Event.Mark = "is told that it executes, and cancels"
  static let isBack: Trace.Event.Mark = "is back"

  static let seesEnd: Trace.Event.Mark = "sees the end"
  static let observerCalled: Trace.Event.Mark = "waits for the main thread to draw"
  static let goesOn: Trace.Event.Mark = "goes on"
  static let asksFinished: Trace.Event.Mark = "asks isFinished"

  static func isFinished(_ answer: Bool) -> Trace.Event.Mark {
    .init("isFinished is {}", .text("\(answer)"))
  }

  /// A connection makes a move.
  static func step(
    _ step: ConnectionOperation.Step, from old: ConnectionOperation.State,
    to new: ConnectionOperation.State
  ) -> Trace.Event.Mark {
    .init("{}: {} → {}", .text("\(step)"), .text("\(old)"), .text("\(new)"))
  }

  /// The handler of a connection returns.
  static func hasTold(of step: ConnectionOperation.Step) -> Trace.Event.Mark {
    .init("has told of {}", .text("\(step)"))
  }

  /// What came of many rounds in which threads call `start()` and the rest.
  static func result(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "{} rounds: {} illegal moves, {} not finished", .number(rounds), .number(illegal),
      .number(unfinished))
  }

  /// The same where a queue calls `start()`.
  static func queueResult(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "in a queue, {} rounds: {} illegal moves, {} not finished", .number(rounds),
      .number(illegal), .number(unfinished))
  }

  /// The steps that made moves, and whether two threads took one at once.
  static func moved(by steps: [ConnectionOperation.Step], twoAtOnce: Bool) -> Trace.Event.Mark {
    .init(
      twoAtOnce ? "moved by {}; two threads at once" : "moved by {}; never two threads at once",
      .list(steps.map(\.rawValue)))
  }

  /// In so many rounds the queue called `start()`.
  static func startedByQueue(_ rounds: Int) -> Trace.Event.Mark {
    .init("in a queue, {} started by the queue", .number(rounds))
  }

  /// How many of three forged moves the check of the moves finds illegal.
  static func forgedMoves(illegal: Int) -> Trace.Event.Mark {
    .init("three forged moves: {} illegal", .number(illegal))
  }
}

// Locks that write down what becomes of them. Nothing of it is teaching: who holds a lock, and who
// waits for it, is what the claims of this lesson rest on.
extension Lesson15 {
  /// What may be locked twice, or not.
  protocol Lockable: Sendable {
    /// What it is called in traces.
    static var kind: Lesson15.Lock { get }
    func lock()
    func unlock()
    func `try`() -> Bool
  }

  /// A lock of Foundation's; it writes down who takes it, who gives it back, and who must wait.
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

    /// Reads something under the lock, which is worth a line only if it has to wait.
    func read<Value>(_ body: () -> Value) -> Value {
      take()
      defer { base.unlock() }
      return body()
    }

    /// Whether another thread could take it now; asked on that thread.
    func isFree() -> Bool {
      let isFree = base.try()
      if isFree { base.unlock() }
      return isFree
    }

    private func take() {
      if base.try() { return }
      log(.waiting, nil, .wait(Lock.untilFree))
      base.lock()
    }

    private var kind: Lock { type(of: base).kind }
  }

  /// A flag in a `Mutex`; it writes down the same.
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

    /// Only its holder can know whether it is taken, without taking it.
    private func noteOwnWait() {
      if holder.load(ordering: .relaxed) == Self.thisThread {
        log(.waiting, nil, .wait(Lock.untilFree))
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

// Three ways to announce an end while the lock is held, and one after it.
extension Lesson15 {
  // snippet: inside
  /// BROKEN ON PURPOSE: announces its end while it holds its lock.
  final class AnnouncingInside: Announcing, @unchecked Sendable {
    // snippet: announce
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      log(.finished, note: "and announces it")
      didChangeValue(forKey: "isFinished")
      observer(self)
      lock.unlock()
    }
    // end snippet
  }
  // end snippet

  // snippet: outside
  /// The same, except that it unlocks first.
  final class AnnouncingOutside: Announcing, @unchecked Sendable {
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      lock.unlock()
      log(.finished, note: "and announces it")
      didChangeValue(forKey: "isFinished")
      observer(self)
    }
  }
  // end snippet

  /// A flag, a lock of the caller's choice, and an observer that is told of the end.
  class Announcing: TracedOperation, @unchecked Sendable {
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

  // snippet: mutex
  /// BROKEN ON PURPOSE: announces its end from inside the closure that holds the mutex.
  final class AnnouncingInMutex: TracedOperation, @unchecked Sendable {
    private let hasFinished: TracedMutex

    init(_ bench: Bench) {
      hasFinished = TracedMutex(bench.log("mutex"))
      super.init(bench.log("loader"))
    }

    override func start() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock {
        $0 = true
        log(.finished, note: "and announces it")
        didChangeValue(forKey: "isFinished")
      }
    }

    override var isFinished: Bool { hasFinished.value }
  }
  // end snippet
}
