import Foundation
import Testing

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
      cache: ImageCache(folder: folder), downloads: ImageDownloadManager(session: bench.session))
  }

  @discardableResult
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
      load(loader, "/p", bench)
      #expect(bench.log.lines(1) == ["network"])
      load(loader, "/p", bench)
      // At once, before `load` returned: there was nothing to wait for.
      #expect(bench.log.lines == ["network", "memory"])
      loader.cache.flush()
      load(self.loader(bench, folder), "/p", bench)
      #expect(bench.log.lines(3) == ["network", "memory", "disk"])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test("an error is reported and nothing is kept") func errorIsNotCached() throws {
    try withLoader { loader, bench, folder throws in
      load(loader, "/missing", bench)
      #expect(bench.log.lines(1) == ["\(ImageDownloadError.download(.status(404)))"])
      loader.cache.flush()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test(
    "when cancelled before the look on disk, or during it, no request is sent",
    arguments: [true, false])
  func cancelledBeforeDownload(isBefore: Bool) throws {
    try withFolder { folder throws in
      let bench = try ImageBench()
      bench.serve("/p")
      let (isLooking, letGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let cache = ImageCache(folder: folder) { place, url, _ in
        guard place == .disk, url.path == (isBefore ? "/other" : "/p") else { return }
        isLooking.signal()
        _ = letGo.wait(timeout: .longEnough)
      }
      let loader = ImageLoader(
        cache: cache, downloads: ImageDownloadManager(session: bench.session))
      if isBefore {
        cache.pictureOnDisk(of: bench.server.url("/other"), unless: Operation()) { _ in }
      }
      let load = load(loader, "/p", bench)
      #expect(isLooking.wait(timeout: .longEnough) == .success)
      load.cancel()
      load.cancel()
      letGo.signal()
      #expect(bench.log.lines(1) == ["cancelled"])
      cache.flush()
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
        load(loader, "/\(number)", bench)
      }
      #expect(hold.isReached(by: 6))
      #expect(bench.server.requests.count == 6)
      hold.release()
      #expect(bench.log.lines(9) == Array(repeating: "network", count: 9))
      #expect(bench.server.mostRepliesAtOnce == 6)
    }
  }
}
