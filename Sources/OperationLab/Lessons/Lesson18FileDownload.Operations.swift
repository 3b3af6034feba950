import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: download
/// Article A's file download, with a session's task in the place of its `NSURLConnection`.
///
/// What it does when it is cancelled, and when the transfer fails, is left to the two below.
class FileDownload: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
  let log: Log
  private let scene: DownloadScene
  private let state = Locked((task: URLSessionTask?.none, received: 0, isOver: false))

  init(_ scene: DownloadScene) {
    log = scene.log
    self.scene = scene
  }

  final override func work() {
    log(.started, self)
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: scene.url)
    state.withLock { $0.task = task }
    task.resume()
    session.finishTasksAndInvalidate()
    log(.returned, self)
    scene.startHasReturned.open()
  }

  final func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    // The article's only look at the flag, once the transfer is under way.
    if isCancelled { return didNoticeCancellation() }
    let received = state.withLock { state in
      state.received += data.count
      return state.received
    }
    tell(.progress(received))
  }

  final func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if error != nil { return didFail() }
    if end() { tell(.success) }
  }

  func didFail() {}
  func didNoticeCancellation() { end() }

  /// Delegates touch the user interface: whatever the thread, they are called on the main thread.
  final func tell(_ news: DownloadNews) {
    DispatchQueue.main.async { [scene] in scene.listener.hear(news) }
  }

  /// The only place that ends the operation; says whether this call was the one that did.
  @discardableResult
  final func end() -> Bool {
    let (isFirst, task) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.task)
    }
    guard isFirst else { return false }
    task?.cancel()
    finish()
    return true
  }
}
// end snippet

// snippet: article
/// BROKEN ON PURPOSE: as article A has it. `cancel()` sets a flag that only the next piece of data
/// makes anybody look at, and a failure is told to the delegate and to nobody else.
final class ArticleDownload: FileDownload, @unchecked Sendable {
  override func didFail() {
    tell(.failure)
  }
}
// end snippet

// snippet: ends-itself
/// The same, except that cancelling and failing, too, end the operation.
final class EndingDownload: FileDownload, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    if end() { tell(.cancelled) }
  }

  override func didFail() {
    if end() { tell(.failure) }
  }
}
// end snippet
