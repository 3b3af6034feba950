import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

/// One address and several destinations, files that went away, and the tasks that wait.
@Suite(.longPlan, .repeatable) struct DownloadPlacesTests {
  typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 100_000)
  private let other = LoopbackServer.Body.generated(length: 100_000, seed: 2)

  @Test("an address is downloaded to each destination, one after the other")
  func oneAfterTheOther() async throws {
    try await withManagerBench { bench in
      bench.server.serve("/u", Resource(body))
      for name in ["a", "b"] {
        let download = try await bench.manager.download(
          bench.server.url("/u"), to: bench.destination(name))
        let file = download.destination
        #expect(file == bench.destination(name))
        #expect(FileManager.default.fileExists(atPath: file.path))
      }
      #expect(
        bench.manager.downloads.map(\.destination) == [
          bench.destination("a"), bench.destination("b"),
        ])
      #expect(bench.manager.downloads.map(\.state) == [.finished, .finished])
      let one = DownloadManager.Download.ID(bench.server.url("/u"), to: bench.destination("a"))
      #expect(bench.manager[one]?.destination == bench.destination("a"))
      bench.manager.delete(one)
      #expect(bench.manager.downloads.map(\.destination) == [bench.destination("b")])
    }
  }

  @Test("an address is downloaded to two destinations at once")
  func atOnce() async throws {
    try await withManagerBench { bench in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/u", Resource(body, fault: .stall(after: 10, hold)))
      let url = bench.server.url("/u")
      let tasks = ["a", "b"].map { name in
        Task { try await bench.manager.download(url, to: bench.destination(name)) }
      }
      await isTrue { bench.server.requests.count == 2 || bench.manager.downloads.count < 2 }
      hold.release()
      for (task, name) in zip(tasks, ["a", "b"]) {
        let download = try await task.value
        #expect(download.destination == bench.destination(name))
        #expect(FileManager.default.fileExists(atPath: bench.destination(name).path))
      }
    }
  }

  @Test("a file that was removed from disk is downloaded again")
  func removedFromDisk() async throws {
    try await withManagerBench { bench in
      bench.server.serve("/u", Resource(body))
      let (url, file) = (bench.server.url("/u"), bench.destination("a"))
      for count in 1...2 {
        try await bench.manager.download(url, to: file)
        #expect(FileManager.default.fileExists(atPath: file.path))
        // While it is there, it is not.
        try await bench.manager.download(url, to: file)
        #expect(bench.server.requests.count == count)
        try FileManager.default.removeItem(at: file)
      }
      #expect(bench.manager.downloads.count == 1)
    }
  }

  @Test("a file that another address has replaced is downloaded again")
  func replacedByAnother() async throws {
    try await withManagerBench { bench in
      bench.server.serve("/u", Resource(body))
      bench.server.serve("/v", Resource(other))
      let file = bench.destination("a")
      for (path, body) in [("/u", body), ("/v", other), ("/u", body)] {
        try await bench.manager.download(bench.server.url(path), to: file)
        #expect(try body.matches(fileAt: file), "\(path)")
      }
      // It is the file of /u now.
      bench.manager.delete(.init(bench.server.url("/v"), to: file))
      #expect(try body.matches(fileAt: file))
    }
  }

  @Test("a task that was cancelled before the call sends nothing")
  func cancelledBefore() async throws {
    try await withManagerBench { bench in
      bench.server.serve("/u", Resource(body))
      let url = bench.server.url("/u")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await bench.manager.download(url, to: bench.destination("a"))
      }
      await #expect(throws: DownloadError.cancelled) { try await task.value }
      #expect(bench.manager.downloads == [])
      #expect(bench.server.requests == [])
    }
  }

  @Test("one cancelled task leaves the others their download, and the last one pauses it")
  func countsWaiters() async throws {
    try await withManagerBench { bench in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/u", Resource(body), faults: [.stall(after: 10, hold), nil])
      let url = bench.server.url("/u")
      var tasks: [Task<DownloadManager.Download, any Error>] = []
      for count in 1...3 {
        tasks.append(Task { try await bench.manager.download(url, to: bench.destination("a")) })
        await isTrue {
          bench.manager.state.withLock { $0.items.first?.value.waiters.count } == count
        }
      }
      for task in tasks[..<2] {
        task.cancel()
        await #expect(throws: DownloadError.cancelled) { try await task.value }
        #expect(bench.manager[.init(url, to: bench.destination("a"))]?.isActive == true)
      }
      tasks[2].cancel()
      await #expect(throws: DownloadError.cancelled) { try await tasks[2].value }
      #expect(bench.manager[.init(url, to: bench.destination("a"))]?.state == .paused)
      // Those that come later are counted anew.
      hold.release()
      try await bench.manager.download(url, to: bench.destination("a"))
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("one stream tells of all downloads, of each the newest, and ends with its task")
  func allUpdates() async throws {
    try await withManagerBench { bench in
      let manager = bench.manager
      for path in ["a", "b", "c"] { bench.server.serve("/\(path)", Resource(body)) }
      bench.start("a")
      for await download in manager.updates(of: bench.id("a")) { _ = download }
      do {
        let updates = manager.updates
        for path in ["b", "c"] { bench.start(path) }
        #expect(bench.rests())
        // Nothing was read so far: each is there once, as it is now.
        var seen: [String] = []
        for await download in updates {
          #expect(download.state == .finished)
          seen.append(download.url.lastPathComponent)
          if seen.count == 3 { break }
        }
        #expect(seen == ["a", "b", "c"])
      }
      await isTrue { manager.state.withLock { $0.feeds.isEmpty } }
      manager.delete(bench.id("b"))
      #expect(manager.forget(bench.id("a")))
      let task = Task {
        var urls: [URL] = []
        for await download in manager.updates { urls.append(download.url) }
        return urls
      }
      await isTrue { manager.state.withLock { !$0.feeds.isEmpty } }
      task.cancel()
      let urls = await task.value
      #expect(urls.allSatisfy { $0 == bench.server.url("/c") })
      await isTrue { manager.state.withLock { $0.feeds.isEmpty } }
    }
  }

  /// Waits for what nothing signals. Gives up only after minutes.
  private func isTrue(_ holds: () -> Bool) async {
    let deadline = Date.longEnough
    while !holds(), Date.now < deadline { await Task.yield() }
    #expect(holds())
  }
}
