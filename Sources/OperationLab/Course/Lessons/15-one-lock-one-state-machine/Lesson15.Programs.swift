import Foundation
import OperationLab
import OperationTesting

extension Lesson15 {
  // snippet: recursive-lock
  static let recursiveLock = Program(
    "recursive-lock", role: .article,
    "One thread locks twice and unlocks twice; another tries to lock after each step."
  ) { bench in
    lockTwice(NSRecursiveLock(), bench)
  }

  static let plainLock = Program(
    "plain-lock", role: .broken, "The same with a plain lock.", expected: .hangs
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
    "synchronized", role: .article, "Two threads call start(), which is wrapped in a lock."
  ) { bench in
    startFromTwoThreads(bench) { SynchronizedLoader(bench, work: $0) }
  }

  static let checked = Program(
    "checked", role: .fixed, "The same; under the lock, start() asks whether it has begun."
  ) { bench in
    startFromTwoThreads(bench) { CheckedLoader(bench, work: $0) }
  }

  static func startFromTwoThreads(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Loader
  ) {
    let begun = bench.gate("begun", isTraced: false)
    let loaded = bench.gate("loaded")
    let loader = bench.watch(
      make { _ in
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

  static let startInStart = Program(
    "start-in-start", role: .broken,
    "The work calls start() again, on the thread that has the lock."
  ) { bench in
    let inner = bench.gate("inner", isTraced: false)
    let loader = SynchronizedLoader(bench) { loader in
      guard !inner.isOpen else { return }
      inner.open()
      loader.start()
    }
    bench.watch(loader).start()
  }

  static let oneSemaphore = Program(
    "one-semaphore", role: .article, "start() is under way on one thread; another calls cancel()."
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
    "A cancelled download is started, and calls back; whoever is called cancels it.",
    expected: .hangs
  ) { bench in
    cancelWhenCalled(bench) { SemaphoreDownload(bench, callBack: $0) }
  }

  static let callBackLater = Program(
    "call-back-later", role: .fixed, "The same; it calls back after signalling the semaphore."
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
    "start() has asked whether it is cancelled; now comes cancel(); then start() goes on."
  ) { bench in
    let asked = bench.gate("start() has asked", isTraced: false)
    let goOn = bench.gate("go on")
    let isBack = bench.gate("start() is back", isTraced: false)
    let loader = bench.watch(
      TwoFlagsLoader(bench.log("loader")) {
        asked.open()
        goOn.wait()
      })
    bench.elsewhere {
      loader.start()
      isBack.open()
    }
    asked.wait()
    loader.cancel()
    bench.observe(loader, note: "after cancel()")
    goOn.open()
    isBack.wait()
    bench.observe(loader, afterStart)

    // Cancelled before it starts, the same class is careful enough.
    let late = bench.watch(TwoFlagsLoader(bench.log("late")) {})
    late.cancel()
    late.start()
  }

  // snippet: connection
  static let connection = Program(
    "connection", role: .fixed,
    "A ConnectionOperation in a queue: paused, resumed; then cancelled when it says it executes."
  ) { bench in
    let log = bench.log("connection")
    let connection = ConnectionOperation { connection, move in
      log(step(move.step, from: move.old, to: move.new))
      if move.step == .resume {
        // It holds no lock: other threads may ask it anything, and this one may cancel it.
        let hasAnswered = bench.gate("has answered", isTraced: false)
        bench.elsewhere {
          bench.log("another")(.observed, connection)
          hasAnswered.open()
        }
        _ = hasAnswered.waitUnlessQuiet()
        connection.cancel()
      }
      log(hasTold(of: move.step))
    }
    connection.name = "connection"
    bench.queue("connections").addOperation(connection)
    bench.settle()
    connection.pause()
    bench.settle()
    connection.resume()
  }
  // end snippet

  static let hammer = Program(
    "hammer", role: .fixed,
    "Thousands of ConnectionOperations, each started, paused, resumed, finished and cancelled at once."
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
    log(startedByQueue(inQueue.queueStarts))
    log(ConnectionHammer.trial)
  }

  static let plainLockHeld = Program(
    "plain-lock-held", role: .broken, "It announces its end while it holds a plain lock.",
    expected: .hangs
  ) { bench in
    waitForEnd(of: AnnouncingInside(bench, NSLock()), bench)
  }

  static let mutexHeld = Program(
    "mutex-held", role: .broken, "It announces its end while it holds a mutex.", expected: .traps
  ) { bench in
    waitForEnd(of: AnnouncingInMutex(bench), bench)
  }

  static let lockReleased = Program(
    "lock-released", role: .fixed, "It unlocks first; its observer waits for the main thread."
  ) { bench in
    drawOnMain(bench) { AnnouncingOutside(bench, NSLock(), observer: $0) }
  }

  static let recursiveLockHeld = Program(
    "recursive-lock-held", role: .broken,
    "It holds a recursive lock; its observer waits for the main thread, which asks for its state.",
    expected: .hangs
  ) { bench in
    drawOnMain(bench) { AnnouncingInside(bench, NSRecursiveLock(), observer: $0) }
  }

  // Not `waitUntilFinished()`: whoever waits there asks the operation as well, at any time.
  static func waitForEnd(of loader: Operation, _ bench: Bench) {
    let ended = bench.gate("completion block has run", isTraced: false)
    loader.completionBlock = { ended.open() }
    OperationQueue().addOperation(loader)
    ended.wait()
    bench.log("main thread")(seesEnd)
  }

  // snippet: draw-on-main
  static func drawOnMain(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Announcing
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
  // snippet: detach-first
  static let detachFirst = Program(
    "detach-first", role: .article,
    "Article D's start() detaches its thread, which looks at the operation; then it sets executing."
  ) { bench in
    let download = DetachingDownload(bench, work: { look(at: $0, bench) }, observer: { _ in })
    bench.watch(download).start()
  }

  static let observerCancels = Program(
    "observer-cancels", role: .article,
    "The same start() announces that it executes; whoever is told cancels it.", expected: .hangs
  ) { bench in
    let download = DetachingDownload(bench, work: { _ in }, observer: { cancel($0, bench) })
    bench.watch(download).start()
  }

  static let detachLast = Program(
    "detach-last", role: .fixed,
    "Executing first, announced after the semaphore, the thread last; the same look, the same cancel."
  ) { bench in
    let download = DetachingLast(
      bench, work: { look(at: $0, bench) }, observer: { cancel($0, bench) })
    bench.watch(download).start()
  }

  private static func look(at download: Operation, _ bench: Bench) {
    bench.log("thread")(.observed, download, note: "as its work begins")
  }

  private static func cancel(_ download: Operation, _ bench: Bench) {
    let manager = bench.log("manager")
    manager(isTold)
    download.cancel()
    manager(isBack)
  }
  // end snippet

  // snippet: first-callers
  static let lazyLock = Program(
    "lazy-lock", role: .article,
    "Two threads call start(), which takes article E's lock. Both ask for it before it is made."
  ) { bench in
    callTogether(bench) { LazyLoader(bench, afterAsking: $0, work: $1) }
  }

  static let eagerLock = Program(
    "eager-lock", role: .fixed, "The same; the lock is made with the operation.",
    unfinished: .init(
      ["loader"],
      because: """
        In `lazy-lock` and `eager-lock` the operation never finishes, because both callers do its \
        work, and the two programs are only about the lock.
        """)
  ) { bench in
    callTogether(bench) { EagerLoader(bench, afterAsking: $0, work: $1) }
  }

  static func callTogether(
    _ bench: Bench,
    _ make: (@escaping @Sendable () -> Void, @escaping @Sendable () -> Void) -> LockedLoader
  ) {
    let hasAsked = (1...2).map { bench.gate("caller \($0) has asked", isTraced: false) }
    let mayGoOn = (1...2).map { bench.gate("caller \($0) may go on", isTraced: false) }
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
      mayGoOn[caller].wait()
    }) {
      isAtWork.open()
      mayEnd.wait()
    }
    bench.watch(loader)
    for hasAsked in hasAsked {
      bench.elsewhere { loader.start() }
      _ = hasAsked.waitUnlessQuiet()
    }
    mayGoOn[0].open()
    isAtWork.wait()
    mayGoOn[1].open()
    bench.settle()
    // Who comes later finds the lock that there is.
    _ = loader.lock
    mayEnd.open()
  }
  // end snippet
}
