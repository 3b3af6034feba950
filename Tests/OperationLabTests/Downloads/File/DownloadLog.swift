import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// A delegate that records its calls.
final class DownloadLog: DownloadOperationDelegate, @unchecked Sendable {
  private let condition = NSCondition()
  private var lines: [String] = []
  private var endCount = 0
  private var onMain: Set<Bool> = []
  private(set) var lastProgress: DownloadProgress?
  private(set) var error: DownloadError?

  /// Marks the main queue. The thread would not do: once a Linux program has called
  /// `dispatchMain()`, as a test run does, the main queue runs on any thread.
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  init() { _ = Self.mark }

  private func note(_ line: String, isEnd: Bool) {
    condition.withLock {
      lines.append(line)
      onMain.insert(DispatchQueue.getSpecific(key: Self.mark) == true)
      if isEnd { endCount += 1 }
      condition.broadcast()
    }
  }

  func downloadOperation(
    _ operation: DownloadOperation, didMakeProgress progress: DownloadProgress
  ) {
    lastProgress = progress
    note("progress", isEnd: false)
  }

  func downloadOperation(_ operation: DownloadOperation, didFinishAt file: URL) {
    note("finished \(file.lastPathComponent)", isEnd: true)
  }

  func downloadOperation(_ operation: DownloadOperation, didFailWith error: DownloadError) {
    self.error = error
    note("failed", isEnd: true)
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

  /// Whether calls came on the main queue: `true` if some did, `false` if some did not.
  var onMainQueue: Set<Bool> { condition.withLock { onMain } }
}

/// A server, a folder and a serial queue for calls.
struct DownloadBench {
  let server: LoopbackServer
  let folder: URL
  var session = TransferSession(idleTimeout: 600)
  let log = DownloadLog()
  let queue = OperationQueue()
  let callbacks = CallbackQueue.dispatch(DispatchQueue(label: "callbacks"))

  var destination: URL { folder.appending(path: "file") }

  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func operation(
    _ path: String = "/f", keepsPart: Bool = false, timeout: TimeInterval? = 600
  ) -> DownloadOperation {
    DownloadOperation(
      server.url(path), to: destination, session: session, keepsPart: keepsPart, timeout: timeout,
      delegate: log, callbacks: callbacks)
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
  try withTemporaryFolder { folder throws in
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
