import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Images in `async` code. Their callback queues are suspended, as the main queue of a program without a
/// run loop is: nothing comes from there.
@Suite(.repeatable) struct ImageAwaitingTests {
  private func withLoader(
    observer: ImageCache.Observer? = nil, _ body: (ImageLoader, ImageBench) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bench = try ImageBench()
    let silent = OperationQueue()
    silent.isSuspended = true
    let loader = ImageLoader(
      cache: ImageCache(folder: folder, observer: observer),
      downloads: ImageDownloadManager(session: bench.session, callbacks: .operations(silent)),
      callbacks: .operations(silent))
    try await body(loader, bench)
    loader.cache.flush()
    silent.cancelAllOperations()
    silent.isSuspended = false
  }

  /// Waits on a thread of its own: the tasks need those of Swift's pool.
  private func isReached(_ hold: LoopbackServer.Hold) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: hold.isReached()) }.start()
    }
  }

  @Test("a picture comes from the network, from memory and from disk")
  func everyPlace() async throws {
    try await withLoader { loader, bench in
      bench.serve("/p")
      let url = bench.server.url("/p")
      let picture = try await loader.load(url)
      #expect(picture.width == 200)
      #expect(try await loader.load(url) == picture)
      loader.cache.flush()
      loader.cache.forgetMemory()
      #expect(try await loader.load(url) == picture)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test("an error is thrown") func error() async throws {
    try await withLoader { loader, bench in
      await #expect(throws: ImageDownloadError.download(.status(404))) {
        try await loader.load(bench.server.url("/none"))
      }
    }
  }

  @Test("a cancelled task gets its error, and leaves the others their picture")
  func cancelled() async throws {
    try await withLoader { loader, bench in
      let hold = LoopbackServer.Hold()
      bench.serve("/p", faults: [.stall(after: 10, hold)])
      let url = bench.server.url("/p")
      let others = Task { try await loader.load(url) }
      #expect(await isReached(hold))
      let task = Task { try await loader.load(url) }
      task.cancel()
      await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
      hold.release()
      let picture = try await others.value
      #expect(picture.width == 200)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test("if the only task is cancelled, the transfer ends") func lastOne() async throws {
    try await withLoader { loader, bench in
      let hold = LoopbackServer.Hold()
      bench.serve("/p", faults: [.stall(after: 10, hold)])
      let task = Task { try await loader.load(bench.server.url("/p")) }
      #expect(await isReached(hold))
      task.cancel()
      await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
      #expect(loader.downloads.addresses == [])
    }
  }

  @Test("a task that was cancelled before sends nothing") func cancelledBefore() async throws {
    try await withLoader { loader, bench in
      bench.serve("/p")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await loader.load(bench.server.url("/p"))
      }
      await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
      #expect(bench.server.requests == [])
    }
  }

  @Test("a task that is cancelled while its load begins gets no picture")
  func cancelledMeanwhile() async throws {
    let cancel: ImageCache.Observer = { place, _, _ in
      if place == .memory { withUnsafeCurrentTask { $0?.cancel() } }
    }
    try await withLoader(observer: cancel) { loader, bench in
      bench.serve("/p")
      let task = Task { try await loader.load(bench.server.url("/p")) }
      await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
      #expect(loader.downloads.addresses == [])
    }
  }
}
