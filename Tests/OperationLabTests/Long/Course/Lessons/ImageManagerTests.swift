import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

@Suite(.longPlan, .repeatable) struct ImageManagerTests {
  let bench: ImageBench
  let manager: ImageDownloadManager

  init() throws {
    bench = try ImageBench()
    manager = ImageDownloadManager(maxConcurrentOperationCount: 2, session: bench.session)
  }

  @discardableResult
  private func download(_ path: String, as name: String) -> ImageDownloadManager.Ticket {
    let log = bench.log
    return manager.download(bench.server.url(path)) { log.note($0, of: "\(name) ") }
  }

  @Test("twelve pictures arrive, never more than the width at a time, and are forgotten")
  func twelvePictures() {
    for number in 0..<12 {
      bench.serve("/\(number)")
      download("/\(number)", as: "p")
    }
    #expect(bench.log.lines(12) == Array(repeating: "p 200x100", count: 12))
    #expect(bench.server.mostRepliesAtOnce <= 2)
    #expect(manager.addresses == [])
  }

  @Test("two requests for one address share one transfer") func sharedTransfer() {
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: 10, hold)])
    download("/p", as: "first")
    #expect(hold.isReached())
    download("/p", as: "second")
    hold.release()
    #expect(bench.log.lines(2) == ["first 200x100", "second 200x100"])
    #expect(bench.server.requests.count == 1)
    download("/p", as: "third")
    #expect(bench.log.lines(3).last == "third 200x100")
    #expect(bench.server.requests.count == 2)
  }

  @Test("one of two requests can be cancelled and the other gets the picture")
  func cancelOneOfTwo() {
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: 10, hold)])
    let first = download("/p", as: "first")
    download("/p", as: "second")
    #expect(hold.isReached())
    first.cancel()
    first.cancel()
    #expect(bench.log.lines(1) == ["first cancelled"])
    hold.release()
    #expect(bench.log.lines(2) == ["first cancelled", "second 200x100"])
  }

  @Test("when the last request is cancelled, so is the transfer, and its slot is free")
  func cancelLast() {
    let manager = ImageDownloadManager(maxConcurrentOperationCount: 1, session: bench.session)
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: 10, hold)])
    bench.serve("/q")
    let log = bench.log
    let only = manager.download(bench.server.url("/p")) { log.note($0, of: "only ") }
    #expect(hold.isReached())
    only.cancel()
    manager.download(bench.server.url("/q")) { log.note($0, of: "other ") }
    #expect(bench.log.lines(2) == ["only cancelled", "other 200x100"])
    #expect(manager.addresses == [])
  }

  @Test("when an address is cancelled, all its requests end once")
  func cancelByAddress() {
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: 10, hold)])
    download("/p", as: "first")
    download("/p", as: "second")
    #expect(hold.isReached())
    manager.cancel(bench.server.url("/p"))
    manager.cancel(bench.server.url("/p"))
    #expect(bench.log.lines(2) == ["first cancelled", "second cancelled"])
  }

  @Test("an address that is cancelled and requested again is a new transfer")
  func requestAfterCancel() {
    let hold = LoopbackServer.Hold()
    let next = LoopbackServer.Hold()
    bench.serve("/p", faults: [.stall(after: 10, hold), .stall(after: 10, next)])
    download("/p", as: "old")
    #expect(hold.isReached())
    manager.cancel(bench.server.url("/p"))
    download("/p", as: "new")
    #expect(next.isReached())
    #expect(manager.addresses == [bench.server.url("/p")])
    next.release()
    #expect(bench.log.lines(2) == ["old cancelled", "new 200x100"])
    #expect(manager.addresses == [])
  }

  @Test("all can be cancelled, including those that wait for a slot") func cancelsAll() {
    let hold = LoopbackServer.Hold()
    for number in 0..<5 {
      bench.serve("/\(number)", faults: [.stall(after: 10, hold)])
      download("/\(number)", as: "p")
    }
    #expect(hold.isReached(by: 2))
    manager.cancelAll()
    #expect(bench.log.lines(5) == Array(repeating: "p cancelled", count: 5))
    #expect(manager.addresses == [])
    #expect(bench.server.requests.count == 2)
  }
}
