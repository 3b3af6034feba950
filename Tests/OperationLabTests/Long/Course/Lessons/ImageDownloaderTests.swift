import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

@Suite(.longPlan, .repeatable) struct ImageDownloaderTests {
  let bench: ImageBench

  init() throws { bench = try ImageBench() }

  @Test("the chain delivers progress and then the picture") func chain() {
    bench.serve("/p")
    let last = Locked(DownloadProgress())
    let log = bench.log
    ImageDownloader(bench.server.url("/p"), session: bench.session)
      .progress { progress in last.withLock { $0 = progress } }
      .then { log.note(.success($0)) }
      .catch { log.note(.failure($0)) }
      .start()
    #expect(log.lines(1) == ["200x100"])
    let length = ImageBench.file().count
    #expect(last.withLock { $0 } == DownloadProgress(received: length, total: length))
  }

  @Test("an error arrives at catch and nothing at then") func errorInCatch() {
    #expect(bench.run(bench.downloader("/missing")))
    #expect(bench.log.lines(1) == ["\(ImageDownloadError.download(.status(404)))"])
  }

  @Test(
    "a picture that is cut off is an error",
    arguments: [LoopbackServer.Fault.cut(after: 20_000), .reset(after: 20_000)])
  func brokenPicture(fault: LoopbackServer.Fault) {
    bench.serve("/p", faults: [fault])
    #expect(bench.run(bench.downloader("/p")))
    #expect(bench.log.lines(1).first?.hasPrefix("download(") == true)
  }

  @Test("data that is not a picture is an error") func notAPicture() {
    bench.server.serve("/p", .init(Data("P6 99999 99999 255 ".utf8)))
    #expect(bench.run(bench.downloader("/p")))
    #expect(bench.log.lines(1) == ["\(ImageDownloadError.notAPicture("unreasonableSize"))"])
  }

  @Test("when cancelled before it starts, it ends in catch once, without a request")
  func cancelledBeforeStart() {
    bench.serve("/p")
    let operation = bench.downloader("/p")
    operation.cancel()
    #expect(!operation.isFinished)
    #expect(bench.run(operation))
    operation.cancel()
    #expect(bench.log.lines(1) == ["cancelled"])
    #expect(bench.server.requests == [])
  }

  @Test("when cancelled while it waits or receives, it ends in catch once", arguments: [0, 20_000])
  func cancelledInTransfer(count: Int) {
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: count, hold)])
    let operation = bench.downloader("/p")
    operation.start()
    #expect(hold.isReached())
    operation.cancel()
    #expect(operation.isFinished)
    #expect(bench.log.lines(1) == ["cancelled"])
    hold.release()
  }

  @Test("when cancelled while its bytes are decoded, it ends in catch once, at once")
  func cancelledWhileDecoding() {
    bench.serve("/p")
    let (began, mayEnd, log) = (Latch(), Latch(), bench.log)
    let operation = ImageDownloader(bench.server.url("/p"), session: bench.session) { data in
      began.open()
      _ = mayEnd.wait(deadline: longEnough)
      log.note("decoder ends")
      return try PortablePixmap.decode(data)
    }
    .then { log.note(.success($0)) }
    .catch { log.note(.failure($0)) }
    operation.start()
    #expect(began.wait(deadline: .seconds(60)))
    operation.cancel()
    #expect(operation.isFinished)
    #expect(log.lines(1) == ["cancelled"])
    mayEnd.open()
    #expect(log.lines(2) == ["cancelled", "decoder ends"])
  }

  @Test("when cancelled at any time, it ends once, and the queue continues")
  func cancelledAtAnyTime() {
    bench.serve("/p")
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    var generator = SplitMix(seed: 6)
    for _ in 0..<80 {
      let operation = bench.downloader("/p")
      let spins = Int.random(in: 0...100_000, using: &generator)
      queue.addOperation(operation)
      DispatchQueue.global().async {
        var waste = 0
        for step in 0..<spins { waste &+= step }
        if waste >= 0 { operation.cancel() }
      }
    }
    #expect(bench.log.lines(80).count == 80)
    #expect(bench.run(bench.downloader("/p")))
    #expect(bench.log.lines(81).count == 81)
    #expect(Set(bench.log.lines).isSubset(of: ["cancelled", "200x100"]))
  }
}
