import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson18 {
  // snippet: download
  /// Article A's file download, with a session's task in the place of its `NSURLConnection`.
  ///
  /// What it does when it is cancelled, and when the transfer fails, is left to the two below.
  class FileDownload: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
    let log: Log
    private let scene: DownloadScene
    private let state = Locked(State())

    private struct State {
      var task: URLSessionTask?
      var received = 0
      /// As the article keeps it: an unsigned number.
      var total: UInt = 0
      var isOver = false
    }

    init(_ scene: DownloadScene) {
      log = scene.log
      self.scene = scene
    }

    final override func work() {
      log(.started, self)
      defer {
        log(.returned, self)
        scene.startHasReturned.open()
      }
      let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.dataTask(with: request)
      state.withLock { $0.task = task }
      scene.connectionIsMade(for: self)
      // The article's second look; the first is the inherited start()'s.
      if isCancelled { didNoticeCancellation() } else { task.resume() }
      session.finishTasksAndInvalidate()
    }

    /// With the article's patience: 25 seconds without a byte.
    private var request: URLRequest {
      URLRequest(url: scene.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 25)
    }

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      state.withLock { $0.total = UInt(bitPattern: Int(response.expectedContentLength)) }
      completionHandler(.allow)
    }

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
      if isCancelled { return didNoticeCancellation() }
      let received = state.withLock { state in
        state.received += data.count
        return state.received
      }
      tell(.progress(received))
      if received == DownloadScene.body.length { scene.allHasCome(received, to: self) }
    }

    /// How much of the file has come, as the article computes it.
    final var share: Double { state.withLock { Double($0.received) * 1.0 / Double($0.total) } }

    final func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      // A session reports the end of a task that was cancelled, too; a connection does not.
      if state.withLock({ $0.isOver }) { return }
      if error != nil { return didFail() }
      if isCancelled { return didNoticeCancellation() }
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
  /// BROKEN ON PURPOSE: as article A has it. `cancel()` sets a flag that only the next piece of data,
  /// or the last, makes anybody look at; a failure is told to the delegate and to nobody else.
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
}
