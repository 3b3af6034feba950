import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: task-operation
/// Article B's operation: a session's task in an operation. It asks for what is missing.
class TaskOperation: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
  let log: Log
  let store: ByteStore
  /// Open when the operation is over.
  let isOver: Gate
  private let url: URL
  private let whenTransferEnds: @Sendable (TaskOperation) -> Void
  private let state = Locked((task: URLSessionTask?.none, isOver: false))

  init(
    _ name: String, _ url: URL, into store: ByteStore, _ bench: Bench,
    whenTransferEnds: @escaping @Sendable (TaskOperation) -> Void = { $0.completeTask() }
  ) {
    (self.url, self.store, self.whenTransferEnds) = (url, store, whenTransferEnds)
    log = bench.log(name)
    isOver = bench.gate("\(name) is over", isTraced: false)
    super.init()
    self.name = name
  }

  var task: URLSessionTask? { state.withLock { $0.task } }

  final override func work() {
    log(.started, self)
    var request = URLRequest(url: url)
    if store.count > 0 {
      request.setValue("bytes=\(store.count)-", forHTTPHeaderField: "Range")
    }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: request)
    state.withLock { $0.task = task }
    // Written down first: what comes next is no longer this thread's alone.
    log(.returned, self)
    task.resume()
    session.finishTasksAndInvalidate()
  }

  final func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    accept(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
    completionHandler(.allow)
  }

  final func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    state.withLock { if !$0.isOver { store.append(data) } }
  }

  final func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    whenTransferEnds(self)
  }

  /// Hears what the server answers, before the first byte.
  func accept(status: Int) {}

  /// Ends the operation; whoever hears of the task's end calls it. Only the first call counts.
  final func completeTask() {
    let (isFirst, task) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.task)
    }
    guard isFirst else { return }
    task?.cancel()
    log(.finished)
    finish()
    isOver.open()
  }
}
// end snippet

// snippet: suspending
/// BROKEN ON PURPOSE: pauses as article B does, by suspending the task.
final class SuspendingOperation: TaskOperation, @unchecked Sendable {
  func pause() {
    task?.suspend()
    log(.noted, self, note: "paused: its task is suspended")
  }

  func goOn() {
    log(.noted, self, note: "goes on: its task is resumed")
    task?.resume()
  }
}
// end snippet

// snippet: cancelling
/// The same, except that to pause is to cancel: the task, and with it the operation, is over. The
/// bytes stay in the store, and a new operation fetches the rest.
final class CancellingOperation: TaskOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    log(.cancelled, self)
    completeTask()
  }
}
// end snippet

// snippet: trusting
/// BROKEN ON PURPOSE: whatever the server answers, it is appended.
final class TrustingOperation: TaskOperation, @unchecked Sendable {
  override func accept(status: Int) {
    log(.noted, note: "the status is \(status)")
  }
}
// end snippet

// snippet: checking
/// The same, except that the whole file, status 200, replaces what there is.
final class CheckingOperation: TaskOperation, @unchecked Sendable {
  override func accept(status: Int) {
    log(.noted, note: "the status is \(status)")
    if status == 200 { store.startOver() }
  }
}
// end snippet
