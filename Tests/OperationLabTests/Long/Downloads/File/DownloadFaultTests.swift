import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationBench

/// Every fault of a server, a disk and an address, each with what must come of it.
@Suite(.longPlan, .repeatable) struct DownloadFaultTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)

  @Test("each end of a download, and what it leaves on disk", arguments: DownloadStory.all)
  func story(_ story: DownloadStory) throws {
    try withFolder { folder throws in
      let bench = DownloadBench(
        server: try LoopbackServer(), folder: folder,
        session: TransferSession(idleTimeout: story.idleTimeout))
      defer { bench.server.stop() }
      let replies = story.attempts.filter { $0.asks != .nothing }.map(\.reply)
      bench.server.serve("/f") { replies[min($0.number, replies.count - 1)] }
      bench.server.serve("/elsewhere", .file())
      for (place, attempt) in story.attempts.enumerated() {
        try attempt.before(bench)
        let operation = bench.operation(keepsPart: story.keepsPart)
        #expect(bench.run(operation))
        #expect(operation.isFinished && !operation.isExecuting && !operation.isCancelled)
        let ends = bench.log.ends(place + 1)
        #expect(ends.count == place + 1)
        try expect(attempt, of: bench, saying: ends.last)
      }
      let requests = bench.server.requests(for: "/f").map { request in
        [request["Range"], request["If-Range"]].compactMap { $0 }.joined(separator: " ")
      }
      #expect(requests == story.attempts.compactMap(\.request))
    }
  }

  private func expect(
    _ attempt: DownloadStory.Attempt, of bench: DownloadBench, saying end: String?
  ) throws {
    if case .finishes(let body) = attempt.end {
      #expect(end == "finished file")
      #expect(try bench.names == ["file"])
      #expect(try body.matches(fileAt: bench.destination))
      let isChunked = attempt.reply.framing == .chunked
      if attempt.asks != .nothing {
        #expect(
          bench.log.lastProgress
            == DownloadProgress(received: body.length, total: isChunked ? nil : body.length))
      }
      return
    }
    #expect(end == "failed")
    #expect(try bench.names == (attempt.keeps ? ["file.part", "file.part.json"] : []))
    let error = try #require(bench.log.error)
    switch attempt.end {
    case .finishes: break
    case .fails(let expected): #expect(error == expected)
    case .failsSomehow(let isWorthRetrying):
      if let isWorthRetrying { #expect(error.isWorthRetrying == isWorthRetrying) }
    case .breaks:
      guard case .connection = error else { throw error }
      #expect(error.isWorthRetrying)
    }
  }

  @Test(
    "only a failure that may pass is worth a retry",
    arguments: [
      (.status(404), false), (.needsAuthentication, false), (.status(429, retryAfter: 2), true),
      (.status(500, retryAfter: 2), true), (.status(503, retryAfter: 2), true),
    ] as [(DownloadError, Bool)])
  func isWorthRetrying(_ error: DownloadError, _ expected: Bool) {
    #expect(error.isWorthRetrying == expected)
  }

  @Test("a hundred random cuts still give the same bytes") func randomCuts() throws {
    try withDownloadBench { bench throws in
      var generator = SplitMix(seed: 21)
      let cuts = (0..<100).map { _ in Int.random(in: 0...6_000, using: &generator) }
      bench.server.serve("/f", Resource(body), faults: cuts.map { .cut(after: $0) })
      var attempts = 0
      repeat {
        attempts += 1
        #expect(bench.run(bench.operation(keepsPart: true)))
      } while try !bench.names.contains("file") && attempts < 200
      #expect(attempts > 50)
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("an address whose scheme is in capitals is fetched, and is the same as in small letters")
  func capitals() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body))
      let small = bench.server.url("/f")
      let url = try #require(
        URL(string: small.absoluteString.replacing("http:", with: "HTTP:")))
      let operation = DownloadOperation(
        url, to: bench.destination, session: bench.session, log: bench.log)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["finished file"])
      #expect(operation.url == small)
    }
  }

  @Test("each error of the disk has advice that fits it")
  func diskAdvice() {
    let advice = [ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, ENOENT, ENAMETOOLONG, EFBIG, EIO].map {
      "\(DownloadError.disk(doing: "write", path: "/x", code: $0))".split(separator: "; ").last
    }
    #expect(advice[0] == "make room or choose another folder" && advice[1] == advice[0])
    #expect(advice[2] == "choose a folder that you may write to" && advice[3] == advice[2])
    #expect(Set(advice).count == 7)
  }

  @Test(
    "an invalid address is an error without a connection",
    arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "http:///x", "nonsense"])
  func invalidAddress(address: String) throws {
    try withDownloadBench { bench throws in
      let url = try #require(URL(string: address))
      let operation = DownloadOperation(
        url, to: bench.destination, session: bench.session, log: bench.log)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error == .unusableAddress(address))
      #expect(try bench.names == [])
    }
  }

  @Test("a refused connection is an error worth a retry") func noServer() throws {
    try withDownloadBench { bench throws in
      let operation = bench.operation()
      bench.server.stop()
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error?.isWorthRetrying == true)
    }
  }

  @Test("a folder that does not exist is an error before any request")
  func missingFolder() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let destination = bench.folder.appending(path: "none/file")
      let operation = DownloadOperation(
        bench.server.url("/f"), to: destination, session: bench.session, log: bench.log)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      let path = destination.deletingLastPathComponent().path
      #expect(bench.log.error == .disk(doing: "open", path: path, code: ENOENT))
      #expect(bench.server.requests == [])
    }
  }

  @Test("a second download of the same file is refused while the first runs")
  func secondDownload() throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/f", LoopbackServer.Resource(body, fault: .stall(after: 10, hold)))
      let first = bench.operation()
      bench.queue.addOperation(first)
      #expect(hold.isReached())
      let log = DownloadLog()
      let second = DownloadOperation(
        bench.server.url("/f"), to: bench.destination, session: bench.session, log: log)
      #expect(bench.run(second))
      #expect(log.ends() == ["failed"])
      #expect(log.error == .busy(path: PartFile.partURL(of: bench.destination).path))
      hold.release()
      #expect(bench.isOver(first))
      #expect(try body.matches(fileAt: bench.destination))
    }
  }
}

extension DownloadStory.Attempt {
  /// The headers that a request has for the range. `nil` if there is no request.
  fileprivate var request: String? {
    switch asks {
    case .whole: ""
    case .nothing: nil
    case .rest(let start, let version): "bytes=\(start)- \(version)"
    }
  }
}
