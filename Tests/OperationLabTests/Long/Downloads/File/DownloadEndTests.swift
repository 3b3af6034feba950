import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is done to a download just while it ends, each moment forced.
@Suite(.longPlan, .repeatable) struct DownloadEndTests {
  typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 100_000)

  /// Acts when the operation that it depends on has finished, before that one's `finish()` returns:
  /// its readiness is asked for then.
  private final class Dependent: Operation, @unchecked Sendable {
    private let action: @Sendable () -> Void
    private let watched: Operation
    private let isDone = Locked(false)
    let acted = DispatchSemaphore(value: 0)

    init(on watched: Operation, _ action: @escaping @Sendable () -> Void) {
      (self.watched, self.action) = (watched, action)
      super.init()
      addDependency(watched)
    }

    override var isReady: Bool {
      let acts =
        watched.isFinished
        && isDone.withLock { isDone in
          defer { isDone = true }
          return !isDone
        }
      if acts {
        action()
        acted.signal()
      }
      return super.isReady
    }
  }

  @Test("a download that is deleted between its end and the report of it leaves no file")
  func deletedBeforeReport() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body, fault: .stall(after: 10, hold)))
      bench.start("a")
      #expect(hold.isReached())
      let id = bench.id("a")
      let operation = try #require(bench.manager.queue.operations.first)
      let states = Locked<[DownloadManager.Download.State?]>([])
      let dependent = Dependent(on: operation) { [manager = bench.manager] in
        states.withLock { $0.append(manager[id]?.state) }
        manager.delete(id)
      }
      let queue = OperationQueue()
      queue.addOperation(dependent)
      hold.release()
      #expect(dependent.acted.wait(timeout: .longEnough) == .success)
      #expect(states.withLock { $0 } == [.running])
      bench.manager.tidiers.waitUntilAllOperationsAreFinished()
      #expect(bench.manager.downloads == [])
      #expect(try bench.names == [])
    }
  }

  @Test("a whole file whose download begins anew is removed with it")
  func deletedInRestart() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [nil, .stall(after: 70_000, hold)])
      bench.start("a")
      #expect(bench.comes("a", to: .finished))
      bench.manager.restart(bench.id("a"))
      #expect(hold.isReached())
      bench.manager.delete(bench.id("a"))
      bench.manager.tidiers.waitUntilAllOperationsAreFinished()
      #expect(try bench.names == [])
    }
  }

  @Test("a removal that ends forgets no later one of the same file")
  func removalsAreToldApart() throws {
    try withManagerBench(width: 1) { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/x", Resource(body, fault: .stall(after: 10, hold)))
      bench.start("x")
      #expect(hold.isReached())
      bench.manager.tidiers.isSuspended = true
      var removals: [BlockOperation] = []
      for _ in 1...2 {
        bench.start("a")
        bench.manager.delete(bench.id("a"))
        removals.append(try #require(latestRemoval(bench)))
      }
      #expect(removals[0] !== removals[1])
      removals[0].executionBlocks.forEach { $0() }
      #expect(latestRemoval(bench) === removals[1])
      bench.manager.tidiers.isSuspended = false
      hold.release()
    }
  }

  private func latestRemoval(_ bench: ManagerBench) -> BlockOperation? {
    bench.manager.state.withLock { $0.removals.values.first?.operation as? BlockOperation }
  }

  @Test("a download that begins while an earlier one of the same file is deleted keeps its updates")
  func deletedBesideStart() async throws {
    let hold = LoopbackServer.Hold()
    let updates = try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body, fault: .stall(after: 10, hold)))
      bench.start("a")
      #expect(hold.isReached())
      let deleted = try #require(bench.manager.takeOff(bench.id("a")))
      bench.start("a")
      let updates = bench.manager.updates(of: bench.id("a"))
      bench.manager.clear(deleted.item, by: deleted.removal)
      hold.release()
      #expect(bench.comes("a", to: .finished))
      return updates
    }
    var last: DownloadManager.Download?
    for await download in updates { last = download }
    #expect(last?.state == .finished)
  }

  @Test("a download that begins while the whole file of an earlier one is deleted keeps its file")
  func deletedWholeBesideStart() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body))
      bench.start("a")
      #expect(bench.rests())
      let deleted = try #require(bench.manager.takeOff(bench.id("a")))
      bench.start("a")
      let operation = try #require(bench.manager.queue.operations.first)
      #expect(operation.dependencies == [deleted.removal])
      bench.manager.clear(deleted.item, by: deleted.removal)
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("a cancellation cannot come between the beginning of a download and the report of it")
  func endIsLast() throws {
    try withFolder { folder throws in
      let reports = Locked<[String]>([])
      let url = try #require(URL(string: "http://127.0.0.1:9/a"))
      let operation = DownloadOperation(
        URLRequest(url: url), to: folder.appending(path: "a"), session: .shared, resumes: false,
        keepsPart: false
      ) { report in reports.withLock { $0.append(String("\(report)".prefix(5))) } }
      // As work() does. When it is cancelled right after that, its beginning is reported already.
      _ = try operation.openPart()
      operation.cancel()
      #expect(reports.withLock { $0 } == ["began", "progr", "ended"])
      operation.work()
      #expect(reports.withLock { $0.last } == "ended")
    }
  }

  @Test("the retry of a deleted download does not hurry a later one of the same file")
  func retriesAreToldApart() throws {
    let retries = HeldRetries()
    try withManagerBench(retry: retries.policy) { bench throws in
      bench.server.serve("/a", Resource(body), faults: [.status(503, []), .status(503, [])])
      for _ in 1...2 {
        bench.manager.delete(bench.id("a"))
        bench.start("a")
        #expect(retries.waitForNext())
      }
      retries.all[0]()
      #expect(bench.state("a") == .retrying(.status(503)))
      retries.all[1]()
      #expect(bench.comes("a", to: .finished))
    }
  }

  @Test("bytes beyond the announced end are an error, and what came before is discarded")
  func tooMuch() throws {
    try withFolder { folder throws in
      let url = try #require(URL(string: "http://localhost/f"))
      let file = folder.appendingPathComponent("f")
      let part = try PartFile(of: file, from: url, resuming: true)
      try part.startOver(PartFile.Record(url: url, etag: "\"1\"", total: 5))
      try part.append(Data("bytes".utf8))
      #expect(throws: DownloadError.wrongPart("more than the announced 5 bytes")) {
        try part.append(Data("!".utf8))
      }
      part.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test(
    "no error that is hopeless advises to try again",
    arguments: [
      DownloadError.status(404), .status(404, retryAfter: 5), .status(501),
      .status(505, retryAfter: 1), .badReply("x"), .cellularOnly, .notAFile("x"),
      .disk(doing: "write", path: "x", code: ENOSPC), .credentialsInAddress, .unusableHost("::1"),
    ]
      + [
        URLError.Code.httpTooManyRedirects, .serverCertificateUntrusted, .secureConnectionFailed,
        .serverCertificateHasBadDate, .clientCertificateRequired, .cannotFindHost, .badURL,
      ].map { .connection(code: $0.rawValue, message: "no") })
  func advice(error: DownloadError) {
    #expect(!error.isWorthRetrying)
    #expect(!"\(error)".contains("try again"), "\(error)")
  }
}
