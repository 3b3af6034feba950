import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

// The operation of the repository that article B links, in Swift, with two of its faults.
extension Lesson19 {
  // snippet: linked
  /// BROKEN ON PURPOSE: keeps a variable of its own for `isCancelled`, which nobody sets, and has a
  /// `cancel()` that finishes it whether or not it was started.
  final class LinkedDownload: SessionDownload, @unchecked Sendable {
    private let hasBeenCancelled = false
    override var isCancelled: Bool { hasBeenCancelled }

    override func cancel() {
      super.cancel()
      log(.observed, self, .mark(inherits(isCancelled: super.isCancelled)))
      dropTask()
      completeTask()
    }
  }
  // end snippet

  // snippet: linked-mended
  /// The same, except that `isCancelled` is Foundation's own, and `cancel()` finishes only what
  /// `start()` has begun.
  final class MendedDownload: SessionDownload, @unchecked Sendable {
    // start() may be about to say that it executes when cancel() finishes it.
    override var isExecuting: Bool { super.isExecuting && !isFinished }

    override func cancel() {
      super.cancel()
      log(.observed, self, .mark(inherits(isCancelled: super.isCancelled)))
      dropTask()
      if hasStarted { completeTask() }
    }
  }
  // end snippet

  // snippet: session-download
  /// A task that was made before, in an operation that starts it.
  class SessionDownload: TracedOperation, @unchecked Sendable {
    private struct State {
      var task: URLSessionTask?
      var hasStarted = false
      var isEnding = false
      var isExecuting = false
      var isFinished = false
    }

    private let state = Locked(State())

    /// - Parameter makeTask: makes the task; its argument is to be called when the task is over.
    init(_ log: Log, makeTask: (@escaping @Sendable () -> Void) -> URLSessionTask) {
      super.init(log)
      // A task that was dropped is over, too: who drops it decides what comes of it.
      let task = makeTask { [weak self] in if self?.takeTask() != nil { self?.completeTask() } }
      state.withLock { $0.task = task }
    }

    final var hasStarted: Bool { state.withLock { $0.hasStarted } }

    final override func start() {
      log(.started, self)
      state.withLock { $0.hasStarted = true }
      if isCancelled {
        completeTask()
      } else {
        announcing("isExecuting") { state.withLock { $0.isExecuting = true } }
        state.withLock { $0.task }?.resume()
      }
      log(.returned, self)
    }

    final func dropTask() { takeTask()?.cancel() }

    private func takeTask() -> URLSessionTask? { state.withLock { $0.task.take() } }

    final func completeTask() {
      let isFirst = state.withLock { state in
        defer { state.isEnding = true }
        return !state.isEnding
      }
      guard isFirst else { return }
      announcing("isExecuting", "isFinished") {
        state.withLock { ($0.isExecuting, $0.isFinished) = (false, true) }
        log(.finished, self)
      }
    }

    final override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    final override var isFinished: Bool { state.withLock { $0.isFinished } }
  }
  // end snippet
}
