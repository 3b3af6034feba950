import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab

/// A manager with a server and a folder, and a diary of the states that its downloads went through.
final class ManagerBench: Sendable {
  let server: LoopbackServer
  let folder: URL
  let manager: DownloadManager
  private let diary: Diary

  init(
    server: LoopbackServer, folder: URL, width: Int = 6,
    retry: RetryPolicy = RetryPolicy(limit: 3, wait: { _, body in body() }) { _, _ in .zero }
  ) {
    self.server = server
    self.folder = folder
    let diary = Diary()
    self.diary = diary
    manager = DownloadManager(
      maxConcurrentOperationCount: width, retry: retry,
      session: TransferSession(idleTimeout: 600),
      callbacks: .dispatch(DispatchQueue(label: "diary"))
    ) { diary.note($0) }
  }

  func destination(_ path: String) -> URL { folder.appending(path: path) }

  func id(_ path: String) -> DownloadManager.Download.ID {
    DownloadManager.Download.ID(server.url("/\(path)"), to: destination(path))
  }

  func start(_ path: String) { manager.start(server.url("/\(path)"), to: destination(path)) }

  func state(_ path: String) -> DownloadManager.Download.State? {
    manager[id(path)]?.state
  }

  /// Waits until a download's latest state is one of those. `false` when that takes too long.
  func comes(_ path: String, to states: DownloadManager.Download.State...) -> Bool {
    diary.wait { $0.last { $0.url.lastPathComponent == path }.map { states.contains($0.state) } }
  }

  /// Waits until some of a file is on disk: what the server has sent may still be on its way.
  func receives(_ path: String) -> Bool {
    diary.wait { $0.contains { $0.url.lastPathComponent == path && $0.progress.received > 0 } }
  }

  /// Waits until every download has come to rest.
  func rests() -> Bool {
    diary.wait { [manager] lines in
      manager.downloads.allSatisfy { download in
        !download.isActive && lines.last { $0.url == download.url }?.state == download.state
      }
    }
  }

  /// The states that a download went through, progress left out.
  func states(_ path: String) -> [DownloadManager.Download.State] {
    diary.lines.filter { $0.url.lastPathComponent == path }.map(\.state)
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  final class Diary: @unchecked Sendable {
    private let condition = NSCondition()
    private var entries: [DownloadManager.Download] = []

    var lines: [DownloadManager.Download] { condition.withLock { entries } }

    func note(_ download: DownloadManager.Download) {
      condition.withLock {
        entries.append(download)
        condition.broadcast()
      }
    }

    func wait(until holds: ([DownloadManager.Download]) -> Bool?) -> Bool {
      let deadline = Date.longEnough
      return condition.withLock {
        while holds(entries) != true {
          guard condition.wait(until: deadline) else { return holds(entries) == true }
        }
        return true
      }
    }
  }
}

/// Retries that wait for the test.
final class HeldRetries: Sendable {
  private let held = Locked<[@Sendable () -> Void]>([])
  private let arrival = DispatchSemaphore(value: 0)

  var all: [@Sendable () -> Void] { held.withLock { $0 } }

  func waitForNext() -> Bool { arrival.wait(timeout: .longEnough) == .success }

  var policy: RetryPolicy {
    RetryPolicy(
      limit: 2,
      wait: { [self] _, body in
        held.withLock { $0.append(body) }
        arrival.signal()
      }
    ) { _, _ in .zero }
  }
}

/// Runs a test with a manager of its own and tidies up afterwards.
func withManagerBench<Result>(
  width: Int = 6, retry: RetryPolicy? = nil, _ body: (ManagerBench) throws -> Result
) throws -> Result {
  try withFolder { folder throws in
    let server = try LoopbackServer()
    let bench =
      retry.map { ManagerBench(server: server, folder: folder, width: width, retry: $0) }
      ?? ManagerBench(server: server, folder: folder, width: width)
    defer {
      bench.manager.cancelAll()
      server.stop()
    }
    return try body(bench)
  }
}

/// The same for `async` tests, without retries.
func withManagerBench(_ body: (ManagerBench) async throws -> Void) async throws {
  try await withFolder { folder in
    let bench = ManagerBench(server: try LoopbackServer(), folder: folder, retry: .never)
    defer {
      bench.manager.cancelAll()
      bench.server.stop()
    }
    try await body(bench)
  }
}
