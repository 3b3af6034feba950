import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Build a download that goes on.
//
// Part of the file may be there, of the version that the server calls version (its ETag). Download
// is to load what is missing.
//
// The contract: it asks for the rest with Range: bytes=N-, and says with If-Range which version it
// has a part of. 206 is the rest; 200 is the whole file; any other answer leaves the file as it is.
// If nothing is there, it loads the whole file. Each piece is written when it comes, so that what
// has come is kept when the download is cancelled: that is what pausing means. A new Download of
// the same file goes on from there. As it is, it always loads everything and keeps nothing.

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
