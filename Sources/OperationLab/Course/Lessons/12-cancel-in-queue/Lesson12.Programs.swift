import Foundation
import OperationDoctor
@_spi(Course) import OperationBench

extension Lesson12 {
  // snippet: careful
  /// Fixed: its `start()` checks whether it was cancelled, and finishes anyway, as in article C.
  final class CarefulDownload: Download, @unchecked Sendable {
    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: silent
  /// BROKEN ON PURPOSE: if it was cancelled, its `start()` returns without finishing.
  final class SilentDownload: Download, @unchecked Sendable {
    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      if isCancelled {
        return
      }
      download()
    }
  }
  // end snippet

  static func inheritedIsCancelled(_ isCancelled: Bool) -> Event.Mark {
    Event.Mark("its inherited isCancelled is {}", .text("\(isCancelled)"))
  }

  // snippet: own-is-cancelled
  /// BROKEN ON PURPOSE: overrides `isCancelled` with a variable that it never sets.
  final class OwnFlagDownload: Download, @unchecked Sendable {
    private let hasBeenCancelled = false
    override var isCancelled: Bool { hasBeenCancelled }

    override func cancel() {
      super.cancel()
      log(.observed, self, .mark(inheritedIsCancelled(super.isCancelled)))
    }

    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      log(.observed, self, note: "checks isCancelled")
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: eager
  /// BROKEN ON PURPOSE: its `cancel()` finishes it, started or not, as in article D.
  final class EagerDownload: StartableDownload, @unchecked Sendable {
    // snippet: eager-cancel
    override func cancel() {
      super.cancel()
      finish()
    }
    // end snippet
  }
  // end snippet

  // snippet: started-only
  /// Fixed: its `cancel()` finishes it only if it was started.
  final class StartedOnlyDownload: StartableDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      if hasStarted { finish() }
    }
  }
  // end snippet

  // snippet: startable
  /// What the two classes share.
  ///
  /// `start()` sets `started` and then checks `isCancelled`. `cancel()` marks the operation cancelled
  /// and then checks `started`. The second of the two sees what the first has set, so at least one
  /// of them finishes the operation. `finish()` counts only once.
  class StartableDownload: Download, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var started = false

    final var hasStarted: Bool { lock.withLock { started } }

    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      lock.withLock { started = true }
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: finish
  /// Reports isFinished once, and posts the notification without the lock.
  class Download: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var (isFinishing, hasFinished) = (false, false)
    private let work: @Sendable () -> Void

    init(_ log: Log, work: @escaping @Sendable () -> Void = {}) {
      self.work = work
      super.init(log)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    /// Does the work and finishes.
    final func download() {
      log.during(work)
      finish()
    }

    final func finish() {
      let isFirst = lock.withLock {
        defer { isFinishing = true }
        return !isFinishing
      }
      guard isFirst else { return }
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
  // end snippet
}

extension Lesson12 {
  static let cancelled = Program(
    "cancelled", role: .article,
    "second waits behind first and is cancelled. Its start() checks that, and finishes."
  ) { bench in
    cancelBehindFirst(CarefulDownload(bench.log("second")), bench)
  }

  static let silent = Program(
    "silent", role: .broken,
    "second is cancelled. Its start() checks that, and returns without finishing.",
    expected: .hangs
  ) { bench in
    cancelBehindFirst(SilentDownload(bench.log("second")), bench)
  }

  static let ownIsCancelled = Program(
    "own-is-cancelled", role: .broken,
    "second is cancelled. It overrides isCancelled with a variable that it never sets."
  ) { bench in
    cancelBehindFirst(OwnFlagDownload(bench.log("second")), bench)
  }

  static let finishInCancel = Program(
    "finish-in-cancel", role: .article,
    "second is cancelled. Article D's cancel() finishes it at once, although it was not started."
  ) { bench in
    cancelBehindFirst(EagerDownload(bench.log("second")), bench)
  }

  static let cancelMarks = Program(
    "cancel-marks", role: .fixed,
    "second is cancelled. cancel() only marks it, and start() finishes it."
  ) { bench in
    cancelBehindFirst(StartedOnlyDownload(bench.log("second")), bench)
  }

  // snippet: behind
  /// first holds the only slot, second is cancelled behind it, and third waits behind both.
  static func cancelBehindFirst(_ second: Operation, _ bench: Bench) {
    let queue = bench.queue("downloads", width: 1)
    let done = bench.gate("first is done")
    queue.addOperation(bench.block("first") { done.wait() })
    queue.addOperation(second)
    queue.addOperation(bench.block("third"))
    bench.settle()
    cancel(second, bench)
    done.open()
  }
  // end snippet

  static let finishTooEarly = Program(
    "finish-too-early", role: .broken,
    "The queue has chosen second and waits for a thread. cancel() finishes it, then the thread comes."
  ) { bench in
    cancelBeforeThread(EagerDownload(bench.log("second")), bench)
  }

  static let marksInTime = Program(
    "cancel-marks-in-time", role: .fixed,
    "The queue waits for a thread. cancel() only marks second, and start() finishes it."
  ) { bench in
    cancelBeforeThread(StartedOnlyDownload(bench.log("second")), bench)
  }

  // snippet: before-thread
  /// second is cancelled when the queue has chosen it and has no thread for it yet.
  ///
  /// This moment always exists, and is usually short. Here the threads come from a suspended
  /// dispatch queue, so the moment lasts until the program resumes it.
  static func cancelBeforeThread(_ second: Operation, _ bench: Bench) {
    let threads = DispatchQueue(label: "threads")
    threads.suspend()
    let queue = bench.queue("downloads", width: 1)
    queue.underlyingQueue = threads
    queue.addOperation(second)
    cancel(second, bench)
    threads.resume()
  }
  // end snippet

  // snippet: at-work
  static let cancelAtWork = Program(
    "cancel-at-work", role: .fixed,
    "second is cancelled while it works. cancel() finishes it at once."
  ) { bench in
    let isAtWork = bench.gate("second works", isTraced: false)
    let mayStop = bench.gate("second may stop")
    let second = StartedOnlyDownload(bench.log("second")) {
      isAtWork.open()
      mayStop.wait()
    }
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(second)
    isAtWork.wait()
    queue.addOperation(bench.block("third"))
    cancel(second, bench)
    mayStop.open()
  }
  // end snippet

  static func cancel(_ second: Operation, _ bench: Bench) {
    let log = bench.log("second")
    second.completionBlock = { log(.completed) }
    second.cancel()
    bench.settle()
  }
}
