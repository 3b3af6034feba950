import Foundation
import OperationLab
@_spi(Course) import OperationBench

extension Lesson15 {
  // snippet: recursive-lock
  static let recursiveLock = Program(
    "recursive-lock", role: .article,
    "One thread locks a recursive lock twice and unlocks it twice. Others try to lock after each step."
  ) { bench in
    lockTwice(NSRecursiveLock(), bench)
  }

  static let plainLock = Program(
    "plain-lock", role: .broken, "One thread locks a plain lock twice.", expected: .hangs
  ) { bench in
    lockTwice(NSLock(), bench)
  }

  static func lockTwice(_ base: some Lockable, _ bench: Bench) {
    let lock = TracedLock(base, bench.log("lock"))
    func look() {
      let hasLooked = bench.gate("another thread has looked", isTraced: false)
      bench.elsewhere {
        bench.log("lock")(.observed, nil, .mark(lock.isFree() ? isFree : isTaken))
        hasLooked.open()
      }
      hasLooked.wait()
    }
    for _ in 1...2 {
      lock.lock()
      look()
    }
    for _ in 1...2 {
      lock.unlock()
      look()
    }
  }
  // end snippet

  static let synchronized = Program(
    "synchronized", role: .article, "Two threads call start(), and a lock surrounds its body."
  ) { bench in
    startFromTwoThreads(bench) { SynchronizedLoader(bench, work: $0) }
  }

  static let checked = Program(
    "checked", role: .fixed,
    "Two threads call start(). Under the lock, it reads whether the work has begun."
  ) { bench in
    startFromTwoThreads(bench) { CheckedLoader(bench, work: $0) }
  }

  static func startFromTwoThreads(
    _ bench: Bench, _ make: (@escaping @Sendable () -> Void) -> Loader
  ) {
    let begun = bench.gate("begun", isTraced: false)
    let loaded = bench.gate("loaded")
    let loader = bench.watch(
      make {
        begun.open()
        loaded.wait()
      })
    for _ in 1...2 {
      bench.elsewhere { loader.start() }
      begun.wait()
    }
    bench.settle()
    loaded.open()
  }

  static let oneSemaphore = Program(
    "one-semaphore", role: .article,
    "start() runs on one thread while another thread calls cancel()."
  ) { bench in
    let begun = bench.gate("begun", isTraced: false)
    let connected = bench.gate("connected")
    let download = SemaphoreDownload(
      bench,
      connect: {
        begun.open()
        connected.wait()
      })
    bench.watch(download)
    bench.elsewhere { download.start() }
    begun.wait()
    bench.elsewhere { download.cancel() }
    bench.settle()
    connected.open()
  }

  static let cancelInCallback = Program(
    "cancel-in-callback", role: .article,
    "start() of a cancelled download calls its manager, and the manager calls cancel().",
    expected: .hangs
  ) { bench in
    cancelWhenCalled(bench) { SemaphoreDownload(bench, callBack: $0) }
  }

  static let callBackLater = Program(
    "call-back-later", role: .fixed, "start() signals the semaphore before it calls its manager."
  ) { bench in
    cancelWhenCalled(bench) { LaterDownload(bench, callBack: $0) }
  }

  static func cancelWhenCalled(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Download
  ) {
    let download = make { download in
      bench.log("manager")(isCalledBack)
      download.cancel()
      bench.log("manager")(isBack)
    }
    bench.watch(download)
    download.cancel()
    download.start()
  }

  static let twoFlags = Program(
    "two-flags", role: .broken,
    "start() reads that it is not cancelled. Then cancel() is called. Then start() continues."
  ) { bench in
    let hasRead = bench.gate("start() has read", isTraced: false)
    let mayContinue = bench.gate("continue")
    let hasReturned = bench.gate("start() has returned", isTraced: false)
    let loader = bench.watch(
      TwoFlagsLoader(bench.log("loader")) {
        hasRead.open()
        mayContinue.wait()
      })
    bench.elsewhere {
      loader.start()
      hasReturned.open()
    }
    hasRead.wait()
    loader.cancel()
    bench.observe(loader, note: "after cancel()")
    mayContinue.open()
    hasReturned.wait()
    bench.observe(loader, afterStart)

    // If it is cancelled before its start, the class makes no mistake.
    let late = bench.watch(TwoFlagsLoader(bench.log("late")) {})
    late.cancel()
    late.start()
  }

  /// `two-flags` without the gates that force its order: for `lab play`, where the learner does.
  static let race = Program(
    "race", role: .broken,
    "One thread calls start(), and the main thread calls cancel(). No gate forces an order."
  ) { bench in
    let log = bench.log("loader")
    let hasReturned = bench.gate("start() has returned", isTraced: false)
    let loader = bench.watch(TwoFlagsLoader(log) { log(hasRead) })
    bench.elsewhere {
      loader.start()
      hasReturned.open()
    }
    bench.observe(loader, note: "before cancel()")
    loader.cancel()
    hasReturned.wait()
    bench.observe(loader, afterStart)
  }

  static let hammer = Program(
    "hammer", role: .fixed,
    "Five threads start, pause, resume, finish and cancel a ConnectionOperation, thousands of times."
  ) { bench in
    let log = bench.log("hammer")
    let byHand = ConnectionHammer.strike(rounds: 10_000)
    log(
      result(
        rounds: byHand.rounds, illegal: byHand.illegalMoves, unfinished: byHand.unfinished))
    log(byHand.circumstances)
    let inQueue = ConnectionHammer.strikeInQueue(rounds: 200)
    log(
      queueResult(
        rounds: inQueue.rounds, illegal: inQueue.illegalMoves, unfinished: inQueue.unfinished))
    log(startedByQueue(inQueue.starts))
    log(ConnectionHammer.trial)
  }

  static let plainLockHeld = Program(
    "plain-lock-held", role: .broken, "It posts isFinished while it holds a plain lock.",
    expected: .hangs
  ) { bench in
    waitForEnd(of: PostingInside(bench, NSLock()), bench)
  }

  static let mutexHeld = Program(
    "mutex-held", role: .broken, "It posts isFinished while it holds a mutex.", expected: .traps
  ) { bench in
    waitForEnd(of: PostingInMutex(bench), bench)
  }

  static let lockReleased = Program(
    "lock-released", role: .fixed,
    "It unlocks before it posts isFinished. Its observer waits for the main thread."
  ) { bench in
    drawOnMain(bench) { PostingOutside(bench, NSLock(), observer: $0) }
  }

  static let recursiveLockHeld = Program(
    "recursive-lock-held", role: .broken,
    "It holds a recursive lock. Its observer waits for the main thread, which reads isFinished.",
    expected: .hangs
  ) { bench in
    drawOnMain(bench) { PostingInside(bench, NSRecursiveLock(), observer: $0) }
  }

  // Not `waitUntilFinished()`, because that call reads isFinished as well.
  static func waitForEnd(of loader: Operation, _ bench: Bench) {
    let hasFinished = bench.gate("completion block has run", isTraced: false)
    loader.completionBlock = { hasFinished.open() }
    OperationQueue().addOperation(loader)
    hasFinished.wait()
    bench.log("main thread")(seesEnd)
  }

  // snippet: draw-on-main
  static func drawOnMain(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Posting
  ) {
    let called = bench.gate("observer called", isTraced: false)
    let draw = bench.block("draw")
    let loader = make { _ in
      bench.mainQueue().addOperation(draw)
      bench.log("observer")(observerCalled)
      called.open()
      draw.waitUntilFinished()
      bench.log("observer")(goesOn)
    }
    OperationQueue().addOperation(loader)
    called.wait()
    bench.log("main thread")(asksFinished)
    bench.log("main thread")(.observed, nil, .mark(isFinished(loader.isFinished)))
  }
  // end snippet
}

extension Lesson15 {
  // snippet: first-callers
  static let lazyLock = Program(
    "lazy-lock", role: .article,
    "Two threads call start(), which takes article E's lock. Both find that it is not made yet."
  ) { bench in
    callTogether(bench) { LazyLoader(bench, afterAsking: $0, work: $1) }
  }

  static let eagerLock = Program(
    "eager-lock", role: .fixed, "Two threads call start(). The lock is made with the operation.",
    unfinished: .init(
      ["loader"],
      because: """
        In `lazy-lock` and `eager-lock` the operation never finishes. Both callers do its work, and \
        the two programs are only about the lock.
        """)
  ) { bench in
    callTogether(bench) { EagerLoader(bench, afterAsking: $0, work: $1) }
  }

  static func callTogether(
    _ bench: Bench,
    _ make: (@escaping @Sendable () -> Void, @escaping @Sendable () -> Void) -> LockedLoader
  ) {
    let hasAsked = (1...2).map { bench.gate("caller \($0) has asked", isTraced: false) }
    let mayContinue = (1...2).map { bench.gate("caller \($0) may continue", isTraced: false) }
    let isAtWork = bench.gate("a caller is at work", isTraced: false)
    let mayEnd = bench.gate("the work may end")
    let callers = Locked(0)
    let loader = make({
      let caller = callers.withLock { count in
        defer { count += 1 }
        return count
      }
      guard hasAsked.indices.contains(caller) else { return }
      hasAsked[caller].open()
      mayContinue[caller].wait()
    }) {
      isAtWork.open()
      mayEnd.wait()
    }
    bench.watch(loader)
    for hasAsked in hasAsked {
      bench.elsewhere { loader.start() }
      _ = hasAsked.waitUnlessQuiet()
    }
    mayContinue[0].open()
    isAtWork.wait()
    mayContinue[1].open()
    bench.settle()
    // A later caller finds the lock.
    _ = loader.lock
    mayEnd.open()
  }
  // end snippet
}
