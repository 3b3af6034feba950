import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Images in `async` code. Their callback queues are suspended, as the main queue of a program without a
/// run loop is: nothing comes from there.
@Suite(.repeatable, .timeLimit(.minutes(60))) struct ImageAwaitingTests {
  private func withLoader(
    observer: ImageCache.Observer? = nil,
    _ body: (ImageLoader, ImageBench, _ url: URL) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let bench = try ImageBench()
      let silent = OperationQueue()
      silent.isSuspended = true
      let loader = ImageLoader(
        cache: ImageCache(folder: folder, observer: observer),
        downloads: ImageDownloadManager(session: bench.session, callbacks: .operations(silent)),
        callbacks: .operations(silent))
      try await body(loader, bench, bench.server.url("/p"))
      loader.cache.flush()
      silent.cancelAllOperations()
      silent.isSuspended = false
    }
  }

  /// Waits on a thread of its own: the tasks need those of Swift's pool.
  private func isReached(_ hold: LoopbackServer.Hold) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: hold.isReached()) }.start()
    }
  }

  @Test("a picture comes from network, memory and disk, and an error is thrown")
  func everyPlace() async throws {
    try await withLoader { loader, bench, url in
      bench.serve("/p")
      let picture = try await loader.load(url)
      #expect(picture.width == 200)
      #expect(try await loader.load(url) == picture)
      loader.cache.flush()
      loader.cache.forgetMemory()
      #expect(try await loader.load(url) == picture)
      #expect(bench.server.requests.count == 1)
      await #expect(throws: ImageDownloadError.download(.status(404))) {
        try await loader.load(bench.server.url("/none"))
      }
    }
  }

  @Test("a cancelled task leaves the others their picture, and the last one ends the transfer")
  func cancelled() async throws {
    try await withLoader { loader, bench, url in
      let hold = LoopbackServer.Hold()
      bench.serve("/p", faults: [.stall(after: 10, hold)])
      var tasks = [Task { try await loader.load(url) }]
      #expect(await isReached(hold))
      tasks.append(Task { try await loader.load(url) })
      for task in tasks.reversed() {
        #expect(loader.downloads.addresses == [url])
        task.cancel()
        await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
      }
      #expect(loader.downloads.addresses == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test("a task that is cancelled before its load begins, or just then, gets no picture")
  func cancelledEarly() async throws {
    let cancel: ImageCache.Observer = { place, _, _ in
      if place == .memory { withUnsafeCurrentTask { $0?.cancel() } }
    }
    for observer in [nil, cancel] {
      try await withLoader(observer: observer) { loader, bench, url in
        bench.serve("/p")
        let task = Task {
          if observer == nil { withUnsafeCurrentTask { $0?.cancel() } }
          return try await loader.load(url)
        }
        await #expect(throws: ImageDownloadError.cancelled) { try await task.value }
        #expect(loader.downloads.addresses == [])
        if observer == nil { #expect(bench.server.requests == []) }
      }
    }
  }
}
