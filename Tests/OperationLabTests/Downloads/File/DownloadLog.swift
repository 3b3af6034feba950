import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps what an operation reports.
final class DownloadLog: @unchecked Sendable {
  private let condition = NSCondition()
  private var lines: [String] = []
  private var endCount = 0
  private(set) var lastProgress: DownloadProgress?
  private(set) var error: DownloadError?

  private func note(_ line: String, isEnd: Bool) {
    condition.withLock {
      lines.append(line)
      if isEnd { endCount += 1 }
      condition.broadcast()
    }
  }

  func receive(_ report: DownloadOperation.Report) {
    switch report {
    case .began: break
    case .progress(let progress):
      lastProgress = progress
      note("progress", isEnd: false)
    case .ended(.success(let file)): note("finished \(file.lastPathComponent)", isEnd: true)
    case .ended(.failure(let error)):
      self.error = error
      note("failed", isEnd: true)
    }
  }

  /// What was heard, progress left out, once the end has come, or so many.
  func ends(_ count: Int = 1) -> [String] {
    let deadline = Date.longEnough
    return condition.withLock {
      while endCount < count, condition.wait(until: deadline) {}
      return lines.filter { $0 != "progress" }
    }
  }

  /// Waits until progress was heard.
  func hasProgress() -> Bool {
    let deadline = Date.longEnough
    return condition.withLock {
      while !lines.contains("progress"), condition.wait(until: deadline) {}
      return lines.contains("progress")
    }
  }
}

extension DownloadOperation {
  /// An operation for one file that reports to a log.
  convenience init(
    _ url: URL, to destination: URL, session: TransferSession, keepsPart: Bool = false,
    log: DownloadLog? = nil
  ) {
    self.init(
      URLRequest(url: url), to: destination, session: session, resumes: keepsPart,
      keepsPart: keepsPart
    ) { log?.receive($0) }
  }
}

/// A server and a folder.
struct DownloadBench {
  let server: LoopbackServer
  let folder: URL
  var session = TransferSession(idleTimeout: 600)
  let log = DownloadLog()
  let queue = OperationQueue()

  var destination: URL { folder.appending(path: "file") }

  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func operation(_ path: String = "/f", keepsPart: Bool = false) -> DownloadOperation {
    DownloadOperation(
      server.url(path), to: destination, session: session, keepsPart: keepsPart, log: log)
  }

  /// Runs an operation in a queue. `true` if it finishes in time.
  func run(_ operation: DownloadOperation) -> Bool {
    queue.addOperation(operation)
    return isOver(operation)
  }

  /// Whether an operation in the queue finishes in time.
  func isOver(_ operation: Operation) -> Bool {
    let over = DispatchSemaphore(value: 0)
    let after = BlockOperation { over.signal() }
    after.addDependency(operation)
    queue.addOperation(after)
    return over.wait(timeout: .longEnough) == .success
  }
}

/// Runs a test with a bench of its own and tidies up afterwards.
func withDownloadBench<Result>(_ body: (DownloadBench) throws -> Result) throws -> Result {
  try withFolder { folder throws in
    let bench = DownloadBench(server: try LoopbackServer(), folder: folder)
    defer { bench.server.stop() }
    return try body(bench)
  }
}

extension PartFile {
  static func partURL(of destination: URL) -> URL { destination.appendingPathExtension("part") }

  static func recordURL(of destination: URL) -> URL {
    destination.appendingPathExtension("part.json")
  }
}
