import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Parts of a load, cancelled one by one.
@Suite(.repeatable) struct ImageLoadTests {
  /// A loader whose disk is busy until the test releases it, and a log of results.
  private struct BusyLoader {
    let bench: ImageBench
    let loader: ImageLoader
    let letGo: DispatchSemaphore

    func load(_ path: String) -> ImageLoad {
      loader.load(bench.server.url(path)) { [log = bench.log] result in
        switch result {
        case .success(let (_, origin)): log.note("\(origin)")
        case .failure(let error): log.note("\(error)")
        }
      }
    }

    func letDiskGoOn() {
      letGo.signal()
      loader.cache.flush()
    }
  }

  private func withBusyDisk(_ body: (BusyLoader) throws -> Void) throws {
    try withFolder { folder throws in
      let bench = try ImageBench()
      let loader = ImageLoader(
        cache: ImageCache(folder: folder),
        downloads: ImageDownloadManager(session: bench.session, callbacks: bench.callbacks),
        callbacks: bench.callbacks)
      bench.serve("/p")
      let (letGo, isBusy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let key = bench.server.url("/busy")
      loader.cache.pictureOnDisk(of: key, unless: Operation()) { _ in
        isBusy.signal()
        _ = letGo.wait(timeout: .longEnough)
      }
      #expect(isBusy.wait(timeout: .longEnough) == .success)
      try body(BusyLoader(bench: bench, loader: loader, letGo: letGo))
      letGo.signal()
      loader.cache.flush()
    }
  }

  @Test("with its look cancelled it asks the network at once, and once")
  func lookCancelled() throws {
    try withBusyDisk { busy in
      let load = busy.load("/p")
      load.cancel(.look)
      #expect(busy.bench.log.lines(1) == ["network"])
      load.cancel(.look)
      busy.letDiskGoOn()
      #expect(busy.bench.server.requests.count == 1)
      #expect(busy.bench.log.lines == ["network"])
    }
  }

  @Test("with its download cancelled it gets what is on disk")
  func downloadCancelledAndOnDisk() throws {
    try withBusyDisk { busy in
      let url = busy.bench.server.url("/p")
      busy.loader.cache.keep(try PortablePixmap.decode(ImageBench.file()), of: url)
      busy.loader.cache.forgetMemory()
      let load = busy.load("/p")
      load.cancel(.download)
      busy.letDiskGoOn()
      #expect(busy.bench.log.lines(1) == ["disk"])
      #expect(busy.bench.server.requests == [])
    }
  }

  @Test("with its download cancelled, and nothing on disk, it ends without a request")
  func downloadCancelledAndNothingThere() throws {
    try withBusyDisk { busy in
      let load = busy.load("/p")
      load.cancel(.download)
      #expect(busy.bench.log.lines == [])
      busy.letDiskGoOn()
      #expect(busy.bench.log.lines(1) == ["cancelled"])
      #expect(busy.bench.server.requests == [])
    }
  }

  @Test("a running download is cancelled")
  func downloadUnderWay() throws {
    try withBusyDisk { busy in
      let hold = LoopbackServer.Hold()
      busy.bench.serve("/slow", faults: [.silence(hold)])
      let load = busy.load("/slow")
      busy.letDiskGoOn()
      #expect(hold.isReached())
      load.cancel(.look)
      #expect(busy.bench.log.lines == [])
      load.cancel(.download)
      #expect(busy.bench.log.lines(1) == ["cancelled"])
      #expect(hold.isAbandoned())
      hold.release()
    }
  }

  @Test("with both cancelled it neither looks nor asks", arguments: [true, false])
  func bothCancelled(lookFirst: Bool) throws {
    try withBusyDisk { busy in
      let load = busy.load("/p")
      if !lookFirst { load.cancel(.download) }
      load.cancel(.both)
      busy.letDiskGoOn()
      #expect(busy.bench.log.lines(1) == ["cancelled"])
      #expect(busy.bench.server.requests == [])
    }
  }
}
