import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationBench

/// Writes down what is called, and waits for it.
final class ImageLog: @unchecked Sendable {
  private let condition = NSCondition()
  private var entries: [String] = []

  var lines: [String] { condition.withLock { entries } }

  func note(_ line: String) {
    condition.withLock {
      entries.append(line)
      condition.broadcast()
    }
  }

  func note(_ result: Result<Picture, ImageDownloadError>, of name: String = "") {
    switch result {
    case .success(let picture): note("\(name)\(picture.width)x\(picture.height)")
    case .failure(let error): note("\(name)\(error)")
    }
  }

  /// Waits for so many lines and returns all.
  func lines(_ count: Int) -> [String] {
    let deadline = Date.longEnough
    return condition.withLock {
      while entries.count < count, condition.wait(until: deadline) {}
      return entries
    }
  }
}

/// A server with pictures.
struct ImageBench {
  let server: LoopbackServer
  let session = TransferSession(idleTimeout: 600)
  let log = ImageLog()

  init() throws { server = try LoopbackServer() }

  /// The file of a picture of a size, large enough to come in several chunks.
  static func file(_ width: Int = 200, _ height: Int = 100) -> Data {
    PortablePixmap.encode(
      Picture(
        width: width, height: height,
        pixels: LoopbackServer.Body.generated(length: width * height * 3)
          .bytes(0..<(width * height * 3))))
  }

  func serve(_ path: String, faults: [LoopbackServer.Fault?] = []) {
    server.serve(path, LoopbackServer.Resource(Self.file()), faults: faults)
  }

  /// Runs an operation in its own queue. `false` if it does not finish in time.
  func run(_ operation: Operation) -> Bool {
    let queue = OperationQueue()
    let over = DispatchSemaphore(value: 0)
    let after = BlockOperation { over.signal() }
    after.addDependency(operation)
    queue.addOperations([operation, after], waitUntilFinished: false)
    return over.wait(timeout: .longEnough) == .success
  }

  func downloader(_ path: String) -> ImageDownloader {
    ImageDownloader(server.url(path), session: session)
      .then { [log] in log.note(.success($0)) }
      .catch { [log] in log.note(.failure($0)) }
  }
}
