import Foundation
@_spi(Course) import OperationTesting

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
