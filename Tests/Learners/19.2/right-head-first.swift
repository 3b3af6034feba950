import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks with HEAD first, and does all its work on the main queue.
final class Download: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let version: String
  private lazy var session = URLSession(
    configuration: .default, delegate: self, delegateQueue: .main)
  private var writes = false

  init(from url: URL, to file: URL, version: String) {
    self.url = url
    self.file = file
    self.version = version
  }

  override func work() {
    DispatchQueue.main.async {
      var head = URLRequest(url: self.url)
      head.httpMethod = "HEAD"
      self.session.dataTask(with: head).resume()
    }
  }

  override func cancel() {
    super.cancel()
    DispatchQueue.main.async { self.session.invalidateAndCancel() }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode
    writes = dataTask.originalRequest?.httpMethod != "HEAD" && [200, 206].contains(status)
    if writes, status == 200 { try? Data().write(to: file) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard writes, let handle = try? FileHandle(forUpdating: file) else { return }
    handle.seekToEndOfFile()
    handle.write(data)
    handle.closeFile()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    guard task.originalRequest?.httpMethod == "HEAD", error == nil else {
      session.finishTasksAndInvalidate()
      return finish()
    }
    var request = URLRequest(url: url)
    let size = (FileManager.default.contents(atPath: file.path) ?? Data()).count
    if size > 0 {
      request.allHTTPHeaderFields = ["Range": "bytes=\(size)-", "If-Range": version]
    }
    session.dataTask(with: request).resume()
  }
}
