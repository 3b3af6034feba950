import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Build a download that resumes.
//
// A part of the file may be there. Its version is `version`, the server's ETag. Download must load
// the bytes that are missing.
//
// The contract: it asks for the rest with Range: bytes=N-, and with If-Range it says which version
// the part has. Status 206 is the rest, and 200 is the whole file. Any other answer does not change
// the file. If there is no part, it loads the whole file. It writes each piece when it arrives, so
// that the pieces stay when the download is cancelled: that is how you pause it. A new Download of
// the same file continues there. As it is, it always loads the whole file and keeps no pieces.

/// Loads a file.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let version: String
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var task: URLSessionTask?

  init(from url: URL, to file: URL, version: String) {
    self.url = url
    self.file = file
    self.version = version
  }

  override func work() {
    let task = URLSession.shared.dataTask(with: url) { data, response, _ in
      defer { self.finish() }
      guard let data, (response as? HTTPURLResponse)?.statusCode == 200 else { return }
      try? data.write(to: self.file, options: .atomic)
    }
    lock.withLock { self.task = task }
    task.resume()
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }
}
