import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads a file, or what is still missing of it, and keeps each piece as it comes.
final class Download: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let version: String
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var task: URLSessionTask?
  /// Only used on the session's queue, which does one thing after the other.
  private var handle: FileHandle?
  private var pieces = Data()

  init(from url: URL, to file: URL, version: String) {
    self.url = url
    self.file = file
    self.version = version
  }

  override func work() {
    var request = URLRequest(url: url)
    let there = FileManager.default.contents(atPath: file.path)?.count ?? 0
    if there > 0 {
      request.setValue("bytes=\(there)-", forHTTPHeaderField: "Range")
      // If the file is another one by now, the server sends all of it.
      request.setValue(version, forHTTPHeaderField: "If-Range")
    }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: request)
    lock.withLock { self.task = task }
    task.resume()
    // The session holds its delegate until it is told that nothing more will come.
    session.finishTasksAndInvalidate()
    if isCancelled { task.cancel() }
  }

  /// To pause is to cancel: what has come stays in the file.
  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode
    guard status == 206 || status == 200 else { return completionHandler(.cancel) }
    if status == 200 || !FileManager.default.fileExists(atPath: file.path) {
      FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    handle = FileHandle(forWritingAtPath: file.path)
    _ = try? handle?.seekToEnd()
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pieces.append(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    if error == nil { try? handle?.write(contentsOf: pieces) }
    try? handle?.close()
    finish()
  }
}
