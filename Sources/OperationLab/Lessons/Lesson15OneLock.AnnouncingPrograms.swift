import Foundation

// The bench must not watch these operations: asking one for its state would wait for its lock.
extension OneLock {
  static let plainLockHeld = Program(
    "plain-lock-held", role: .broken, "It announces its end while it holds a plain lock.",
    expected: .hangs
  ) { bench in
    waitForEnd(of: AnnouncingInside(bench.log("loader"), lock: NSLock()), bench)
  }

  static let mutexHeld = Program(
    "mutex-held", role: .broken, "It announces its end while it holds a mutex.", expected: .traps
  ) { bench in
    waitForEnd(of: AnnouncingInMutex(bench.log("loader")), bench)
  }

  static let lockReleased = Program(
    "lock-released", role: .fixed, "It unlocks first; its observer waits for the main thread."
  ) { bench in
    drawOnMain(bench) { AnnouncingOutside(bench.log("loader"), lock: NSLock(), observer: $0) }
  }

  static let recursiveLockHeld = Program(
    "recursive-lock-held", role: .broken,
    "It holds a recursive lock; its observer waits for the main thread, which asks for its state.",
    expected: .hangs
  ) { bench in
    drawOnMain(bench) {
      AnnouncingInside(bench.log("loader"), lock: NSRecursiveLock(), observer: $0)
    }
  }

  private static func waitForEnd(of loader: Operation, _ bench: Bench) {
    OperationQueue().addOperation(loader)
    loader.waitUntilFinished()
    bench.log("main thread")(.noted, note: "saw the end")
  }

  private static func drawOnMain(
    _ bench: Bench, _ make: (@escaping @Sendable (Operation) -> Void) -> Announcing
  ) {
    let called = bench.gate("observer called", isTraced: false)
    let drawn = bench.gate("drawn", isTraced: false)
    let loader = make { _ in
      bench.log("observer")(.noted, note: "waits for the main thread")
      called.open()
      drawn.wait()
      bench.log("observer")(.noted, note: "goes on")
    }
    OperationQueue().addOperation(loader)
    called.wait()
    bench.log("main thread")(.noted, note: "asks isFinished")
    let isFinished = loader.isFinished
    bench.log("main thread")(.noted, note: "is told \(isFinished)")
    drawn.open()
  }
}
