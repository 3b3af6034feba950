import Foundation
import OperationTesting

extension Lesson12 {
  static let cancelled = Program(
    "cancelled", role: .article,
    "second waits behind first and is cancelled. Its start() asks, and finishes all the same."
  ) { bench in
    cancelBehindFirst(CarefulDownload(bench.log("second")), bench)
  }

  static let silent = Program(
    "silent", role: .broken, "The same; its start() asks, and leaves without finishing.",
    expected: .hangs
  ) { bench in
    cancelBehindFirst(SilentDownload(bench.log("second")), bench)
  }

  static let ownIsCancelled = Program(
    "own-is-cancelled", role: .broken,
    "The same; isCancelled is overridden by a variable that nobody sets."
  ) { bench in
    cancelBehindFirst(DenyingDownload(bench.log("second")), bench)
  }

  static let finishInCancel = Program(
    "finish-in-cancel", role: .article,
    "The same; article D's cancel() finishes it there and then, in the queue and not started."
  ) { bench in
    cancelBehindFirst(EagerDownload(bench.log("second")), bench)
  }

  static let cancelMarks = Program(
    "cancel-marks", role: .fixed,
    "The same; cancel() marks it cancelled and leaves the end to start()."
  ) { bench in
    cancelBehindFirst(PatientDownload(bench.log("second")), bench)
  }

  // snippet: behind
  /// first holds the only slot while second is cancelled behind it; third waits behind both.
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
    "second is next: the queue has asked for a thread. cancel() finishes it; then comes the thread."
  ) { bench in
    cancelBeforeThread(EagerDownload(bench.log("second")), bench)
  }

  static let inheritedStart = Program(
    "inherited-start", role: .broken,
    "The same with a subclass that leaves start() to Foundation.", expected: .traps
  ) { bench in
    cancelBeforeThread(InheritingDownload(bench.log("second")), bench)
  }

  static let marksInTime = Program(
    "cancel-marks-in-time", role: .fixed,
    "The same; cancel() marks it cancelled, and start() finishes it when the thread comes."
  ) { bench in
    cancelBeforeThread(PatientDownload(bench.log("second")), bench)
  }

  // snippet: before-thread
  /// second is cancelled after the queue has chosen it and before it has a thread.
  ///
  /// That moment is always there and usually short. Here the threads come from a dispatch queue
  /// that is held up, so the moment lasts as long as it has to.
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
    "second is at work when it is cancelled. cancel() finishes it there and then."
  ) { bench in
    let isAtWork = bench.gate("second is at work", isTraced: false)
    let mayStop = bench.gate("second may stop")
    let second = PatientDownload(bench.log("second")) {
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
