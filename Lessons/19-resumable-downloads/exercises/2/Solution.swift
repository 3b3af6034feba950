import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// One way to do it.

/// Loads a file or the rest of it, and writes each piece when it arrives.
final class Download: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let version: String
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var task: URLSessionTask?
  /// Used only on the session's queue, which is serial.
  private var handle: FileHandle?

  init(from url: URL, to file: URL, version: String) {
    self.url = url
    self.file = file
    self.version = version
  }

  override func work() {
    var request = URLRequest(url: url)
    // A part may be larger than the memory, so it is not read.
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let count = attributes?[.size] as? Int ?? 0
    if count > 0 {
      request.setValue("bytes=\(count)-", forHTTPHeaderField: "Range")
      // If the file has changed, the server sends all of it.
      request.setValue(version, forHTTPHeaderField: "If-Range")
    }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: request)
    lock.withLock { self.task = task }
    task.resume()
    // A session keeps its delegate until it is invalidated.
    session.finishTasksAndInvalidate()
    if isCancelled { task.cancel() }
  }

  /// To pause is to cancel. The pieces stay in the file.
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
    let isReady = (try? handle?.seekToEnd()) != nil
    completionHandler(isReady ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      try handle?.write(contentsOf: data)
    } catch {
      // What comes after this piece must not stand in its place.
      try? handle?.close()
      handle = nil
      dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    try? handle?.close()
    finish()
  }
}
