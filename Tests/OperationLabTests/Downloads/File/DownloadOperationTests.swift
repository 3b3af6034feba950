import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.repeatable) struct DownloadOperationTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)

  @Test("when cancelled before it starts, it sends no request")
  func cancelledBeforeStart() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body))
      let operation = bench.operation()
      operation.cancel()
      operation.cancel()
      #expect(!operation.isFinished)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error == .cancelled)
      #expect(bench.server.requests == [])
      #expect(try bench.names == [])
    }
  }

  @Test(
    "when cancelled while it waits or receives, it ends once and leaves nothing",
    arguments: [0, 100_000])
  func cancelledInTransfer(
    count: Int
  ) throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/f", Resource(body, fault: .stall(after: count, hold)))
      let operation = bench.operation()
      bench.queue.addOperation(operation)
      #expect(hold.isReached())
      if count > 0 { #expect(bench.log.hasProgress()) }
      operation.cancel()
      operation.cancel()
      #expect(bench.isOver(operation))
      #expect(operation.isFinished)
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error == .cancelled)
      #expect(try bench.names == [])
    }
  }

  @Test("asks for what is missing, and only of the version that it has a part of")
  func asksForTheRest() throws {
    try withDownloadBench { bench throws in
      let url = bench.server.url("/f")
      let operation = bench.operation(keepsPart: true)
      let part = try PartFile(of: bench.destination, from: url, resuming: true)
      #expect(operation.rest(of: part).value(forHTTPHeaderField: "Range") == nil)
      try part.startOver(PartFile.Record(url: url, etag: "\"v1\"", total: 300_000))
      try part.append(Data(count: 5))
      let request = operation.rest(of: part)
      #expect(request.value(forHTTPHeaderField: "Range") == "bytes=5-")
      #expect(request.value(forHTTPHeaderField: "If-Range") == "\"v1\"")
      part.close()
    }
  }

  @Test("cancelled, it keeps no transfer") func cancelledItKeepsNoTransfer() throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/f", Resource(body, fault: .stall(after: 100_000, hold)))
      // Time would end the transfer, too, but only after 600 seconds.
      let operation = bench.operation()
      bench.queue.addOperation(operation)
      #expect(hold.isReached())
      #expect(bench.log.hasProgress())
      operation.cancel()
      #expect(hold.isAbandoned())
    }
  }

  @Test("when cancelled at any time, it ends once")
  func cancelledAtAnyTime() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body))
      bench.queue.maxConcurrentOperationCount = 4
      var generator = SplitMix(seed: 5)
      for round in 0..<60 {
        let log = DownloadLog()
        let operation = DownloadOperation(
          bench.server.url("/f"), to: bench.folder.appending(path: "\(round)"),
          session: bench.session, log: log)
        let queue = DispatchQueue(label: "canceller")
        let spins = Int.random(in: 0...200_000, using: &generator)
        bench.queue.addOperation(operation)
        queue.async {
          var waste = 0
          for step in 0..<spins { waste &+= step }
          if waste >= 0 { operation.cancel() }
        }
        #expect(bench.isOver(operation))
        queue.sync {}
        #expect(log.ends().count == 1)
      }
      let whole = try bench.names
      for name in whole {
        #expect(try body.matches(fileAt: bench.folder.appending(path: name)))
      }
    }
  }

  @Test("nothing keeps an operation alive after it finishes")
  func releasesItself() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body))
      weak var released: DownloadOperation?
      let over = DispatchSemaphore(value: 0)
      do {
        let operation = bench.operation()
        released = operation
        operation.completionBlock = { over.signal() }
        operation.start()
      }
      #expect(over.wait(timeout: .longEnough) == .success)
      #expect(bench.log.ends() == ["finished file"])
      #expect(isReleased { released })
    }
  }

  // Without files: the disk would be what both wait for.
  @Test("a small file does not wait for the large one beside it")
  func smallBesideLarge() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.serve("/large", Resource(.generated(length: 1 << 50)))
    server.serve("/small", Resource(body))
    let session = TransferSession()
    let (begun, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isWhole = Locked(false)
    let large = session.start(URLRequest(url: server.url("/large"))) { event in
      if case .ended = event { isWhole.withLock { $0 = true } }
      begun.signal()
    }
    #expect(begun.wait(timeout: .longEnough) == .success)
    _ = session.start(URLRequest(url: server.url("/small"))) {
      if case .ended = $0 { isOver.signal() }
    }
    #expect(isOver.wait(timeout: .longEnough) == .success)
    #expect(!isWhole.withLock { $0 })
    large.cancel()
  }
}
