import Foundation
import OperationLab
import OperationTesting

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
