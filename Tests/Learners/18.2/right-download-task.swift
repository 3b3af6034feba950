import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks with HEAD first, then lets the session write a file and moves it, on the main queue.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let lock = NSLock()
  private var task: URLSessionTask?

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func work() {
    var head = URLRequest(url: url)
    head.httpMethod = "HEAD"
    run(
      URLSession.shared.dataTask(with: head) { _, response, _ in
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { return self.finish() }
        DispatchQueue.main.async { self.load() }
      })
  }

  private func load() {
    run(
      URLSession.shared.downloadTask(with: url) { place, response, _ in
        if let place, (response as? HTTPURLResponse)?.statusCode == 200 {
          try? FileManager.default.moveItem(at: place, to: self.file)
        }
        DispatchQueue.main.async { self.finish() }
      })
  }

  private func run(_ task: URLSessionTask) {
    lock.withLock { self.task = task }
    task.resume()
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}
