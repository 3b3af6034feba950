import Foundation
import Testing

import OperationLab
@testable import OperationCourse
@testable import OperationDownloads

@Suite(.repeatable) struct ImageLoaderTests {
  /// Runs a test with a loader, its bench and its folder.
  private func withLoader(_ body: (ImageLoader, ImageBench, URL) throws -> Void) throws {
    try withFolder { folder throws in
      let bench = try ImageBench()
      let loader = loader(bench, folder)
      try body(loader, bench, folder)
      loader.cache.flush()
    }
  }

  private func loader(_ bench: ImageBench, _ folder: URL) -> ImageLoader {
    ImageLoader(
      cache: ImageCache(folder: folder),
      downloads: ImageDownloadManager(session: bench.session, callbacks: bench.callbacks),
      callbacks: bench.callbacks)
  }

  private func load(_ loader: ImageLoader, _ path: String, _ bench: ImageBench) -> ImageLoad {
    loader.load(bench.server.url(path)) { [log = bench.log] result in
      switch result {
      case .success(let (_, origin)): log.note("\(origin)")
      case .failure(let error): log.note("\(error)")
      }
    }
  }

  @Test("a picture comes from the network, then from memory, then from disk")
  func networkMemoryDisk() throws {
    try withLoader { loader, bench, folder throws in
      bench.serve("/p")
      _ = load(loader, "/p", bench)
      #expect(bench.log.lines(1) == ["network"])
      _ = load(loader, "/p", bench)
      // At once, before `load` returned: there was nothing to wait for.
      #expect(bench.log.lines == ["network", "memory"])
      loader.cache.flush()
      _ = load(self.loader(bench, folder), "/p", bench)
      #expect(bench.log.lines(3) == ["network", "memory", "disk"])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test("a damaged file is fetched again") func aDamagedFileIsFetchedAgain() throws {
    try withLoader { loader, bench, folder throws in
      bench.serve("/p")
      let file = folder.appending(path: CacheEntry.fileName(of: bench.server.url("/p")))
      try Data("LabPic1\nrubbish".utf8).write(to: file)
      _ = load(loader, "/p", bench)
      #expect(bench.log.lines(1) == ["network"])
      loader.cache.flush()
      loader.cache.forgetMemory()
      _ = load(loader, "/p", bench)
      #expect(bench.log.lines(2) == ["network", "disk"])
    }
  }

  @Test("an error is reported and nothing is kept") func errorIsNotCached() throws {
    try withLoader { loader, bench, folder throws in
      _ = load(loader, "/missing", bench)
      #expect(bench.log.lines(1) == ["\(ImageDownloadError.download(.status(404)))"])
      loader.cache.flush()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("when cancelled before the disk is read, neither disk nor server is used")
  func cancelledBeforeDisk() throws {
    try withLoader { loader, bench, folder throws in
      bench.serve("/p")
      let isFree = DispatchSemaphore(value: 0)
      loader.cache.pictureOnDisk(of: bench.server.url("/other"), unless: Operation()) { _ in
        _ = isFree.wait(timeout: .longEnough)
      }
      let load = load(loader, "/p", bench)
      load.cancel()
      load.cancel()
      isFree.signal()
      #expect(bench.log.lines(1) == ["cancelled"])
      loader.cache.flush()
      #expect(load.token.isCancelled && !load.token.isFinished && !load.token.isExecuting)
      #expect(bench.log.lines == ["cancelled"])
      #expect(bench.server.requests == [])
    }
  }

  @Test("when cancelled while it is downloaded, the transfer ends")
  func cancelledInTransfer() throws {
    try withLoader { loader, bench, folder throws in
      let hold = LoopbackServer.Hold()
      bench.serve("/p", faults: [.stall(after: 10, hold)])
      let load = load(loader, "/p", bench)
      #expect(hold.isReached())
      load.cancel()
      #expect(bench.log.lines(1) == ["cancelled"])
      #expect(loader.downloads.addresses == [])
    }
  }

  @Test("six are transferred at a time and no more") func sixAtATime() throws {
    try withLoader { loader, bench, folder throws in
      let hold = LoopbackServer.Hold()
      for number in 0..<9 {
        bench.serve("/\(number)", faults: [.stall(after: 10, hold)])
        _ = load(loader, "/\(number)", bench)
      }
      #expect(hold.isReached(by: 6))
      #expect(bench.server.requests.count == 6)
      hold.release()
      #expect(bench.log.lines(9) == Array(repeating: "network", count: 9))
      #expect(bench.server.mostRepliesAtOnce == 6)
    }
  }

  @Test("without a manager of one's own, progress and results come on the same queue")
  func callbacks() throws {
    try withFolder { folder throws in
      let bench = try ImageBench()
      bench.serve("/p")
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let note: @Sendable (String) -> Void = { [log = bench.log] name in
        log.note(OperationQueue.current === queue ? name : "\(name) elsewhere")
      }
      let loader = ImageLoader(cache: ImageCache(folder: folder), callbacks: .operations(queue))
      let hasEnded = Latch()
      _ = loader.load(bench.server.url("/p"), progress: { _ in note("progress") }) { _ in
        note("end")
        hasEnded.open()
      }
      #expect(hasEnded.wait(deadline: .seconds(60)))
      // Progress comes once or more.
      #expect(bench.log.lines.first == "progress" && bench.log.lines.last == "end")
      #expect(Set(bench.log.lines) == ["progress", "end"])
      loader.cache.flush()
    }
  }
}
