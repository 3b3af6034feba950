import Foundation

extension OneLock {
  static let programs = [
    recursiveLock, plainLock, synchronized, checked, startInStart, oneSemaphore, cancelInCallback,
    callBackLater, twoFlags, connection, hammer, plainLockHeld, mutexHeld, recursiveLockHeld,
    lockReleased,
  ]

  // snippet: recursive-lock
  private static let recursiveLock = Program(
    "recursive-lock", role: .article,
    "One thread locks twice and unlocks twice; another tries to lock after each step."
  ) { bench in
    lockTwice(NSRecursiveLock(), bench)
  }

  private static let plainLock = Program(
    "plain-lock", role: .broken, "The same with a plain lock.", expected: .hangs
  ) { bench in
    lockTwice(NSLock(), bench)
  }

  private static func lockTwice(_ lock: some TryingLock, _ bench: Bench) {
    let log = bench.log("lock")
    func look() {
      let hasLooked = bench.gate("another thread has looked", isTraced: false)
      bench.elsewhere {
        let isFree = lock.try()
        if isFree { lock.unlock() }
        log(.observed, note: isFree ? "free for others" : "taken")
        hasLooked.open()
      }
      hasLooked.wait()
    }
    for step in ["first", "second"] {
      log(.noted, note: "\(step) lock()")
      lock.lock()
      look()
    }
    for step in ["first", "second"] {
      log(.noted, note: "\(step) unlock()")
      lock.unlock()
      look()
    }
  }
  // end snippet

  private static let synchronized = Program(
    "synchronized", role: .article, "Two threads call start(), which is wrapped in a lock."
  ) { bench in
    startFromTwoThreads(bench) { SynchronizedLoader(bench.log("loader"), work: $0) }
  }

  private static let checked = Program(
    "checked", role: .fixed, "The same; under the lock, start() asks whether it has begun."
  ) { bench in
    startFromTwoThreads(bench) { CheckedLoader(bench.log("loader"), work: $0) }
  }

  private static func startFromTwoThreads(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Loader
  ) {
    let begun = bench.gate("begun", isTraced: false)
    let loaded = bench.gate("loaded")
    let loader = bench.watch(
      make { _ in
        begun.open()
        loaded.wait()
      })
    for caller in ["first", "second"] {
      bench.elsewhere {
        bench.log(caller)(.noted, note: "calls start()")
        loader.start()
        bench.log(caller)(.noted, note: "is back")
      }
      begun.wait()
    }
    bench.settle()
    loaded.open()
  }

  private static let startInStart = Program(
    "start-in-start", role: .broken,
    "The work calls start() again, on the thread that has the lock."
  ) { bench in
    let inner = bench.gate("inner", isTraced: false)
    let loader = SynchronizedLoader(bench.log("loader")) { loader in
      guard !inner.isOpen else { return }
      inner.open()
      loader.start()
    }
    bench.watch(loader).start()
  }

  private static let oneSemaphore = Program(
    "one-semaphore", role: .article, "start() is under way on one thread; another calls cancel()."
  ) { bench in
    let begun = bench.gate("begun", isTraced: false)
    let connected = bench.gate("connected")
    let download = SemaphoreDownload(
      bench.log("download"),
      connect: {
        begun.open()
        connected.wait()
      })
    bench.watch(download)
    bench.elsewhere { download.start() }
    begun.wait()
    bench.elsewhere {
      bench.log("canceller")(.noted, note: "calls cancel()")
      download.cancel()
      bench.log("canceller")(.noted, note: "is back")
    }
    bench.settle()
    connected.open()
  }

  private static let cancelInCallback = Program(
    "cancel-in-callback", role: .article,
    "A cancelled download is started, and calls back; whoever is called cancels it.",
    expected: .hangs
  ) { bench in
    cancelWhenCalled(bench) { SemaphoreDownload(bench.log("download"), callBack: $0) }
  }

  private static let callBackLater = Program(
    "call-back-later", role: .fixed, "The same; it calls back after signalling the semaphore."
  ) { bench in
    cancelWhenCalled(bench) { LaterDownload(bench.log("download"), callBack: $0) }
  }

  private static func cancelWhenCalled(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Download
  ) {
    let download = make { download in
      bench.log("manager")(.noted, note: "is called back, calls cancel()")
      download.cancel()
      bench.log("manager")(.noted, note: "is back")
    }
    bench.watch(download)
    download.cancel()
    download.start()
  }

  private static let twoFlags = Program(
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
    bench.observe(loader, note: "after start()")
  }

  // snippet: connection
  private static let connection = Program(
    "connection", role: .fixed,
    "A ConnectionOperation in a queue: paused, resumed; then cancelled when it says it executes."
  ) { bench in
    let log = bench.log("connection")
    let connection = ConnectionOperation { connection, move in
      log(.noted, note: "\(move.old) → \(move.new)")
      if move.step == .resume { connection.cancel() }
    }
    connection.name = "connection"
    bench.queue("connections").addOperation(connection)
    bench.settle()
    connection.pause()
    bench.settle()
    connection.resume()
  }
  // end snippet

  private static let hammer = Program(
    "hammer", role: .fixed,
    "Thousands of ConnectionOperations, each started, paused, resumed, finished and cancelled at once."
  ) { bench in
    let log = bench.log("hammer")
    log(.noted, note: ConnectionHammer.strike(rounds: 10_000).summary)
    log(.noted, note: "in a queue, " + ConnectionHammer.strikeInQueue(rounds: 200).summary)
  }
}

private protocol TryingLock: NSLocking, Sendable {
  func `try`() -> Bool
}

extension NSLock: TryingLock {}
extension NSRecursiveLock: TryingLock {}
