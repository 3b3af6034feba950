import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The list of a manager: what is on it, how it leaves it, and that it survives.
@Suite(.longPlan, .repeatable) struct DownloadListTests {
  private typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 300_000)

  @Test("an added download is on the list and not started until it is resumed")
  func addedIsNotStarted() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body))
      let url = bench.server.url("/a")
      let id = bench.manager.add(url, to: bench.destination("a"))
      #expect(bench.manager.add(url, to: bench.destination("a")) == id)
      #expect(bench.manager.downloads.map(\.state) == [.added])
      #expect(bench.manager[id]?.attempts == 0 && bench.server.requests == [])
      bench.manager.pause(id)
      #expect(bench.state("a") == .added)
      bench.manager.resume(id)
      #expect(bench.comes("a", to: .finished))
      #expect(bench.states("a") == [.added, .waiting, .running, .finished])
      #expect(try bench.names == ["a"])
    }
  }

  @Test("a finished download that is deleted is gone with its file")
  func deletesFinished() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body))
      bench.start("a")
      #expect(bench.comes("a", to: .finished))
      bench.manager.delete(bench.id("a"))
      #expect(bench.manager.downloads == [])
      #expect(try bench.names == [])
    }
  }

  @Test("a running download that is deleted loses its bytes, and can be started again")
  func deletesRunning() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 100_000, hold)])
      bench.start("a")
      #expect(bench.receives("a"))
      bench.manager.delete(bench.id("a"))
      #expect(bench.manager.downloads == [])
      #expect(hold.isAbandoned())
      hold.release()
      bench.start("a")
      #expect(bench.comes("a", to: .finished))
      #expect(bench.server.requests(for: "/a").map { $0["Range"] } == [nil, nil])
      #expect(try body.matches(fileAt: bench.destination("a")))
      #expect(try bench.names == ["a"])
    }
  }

  @Test("a paused download that is deleted leaves no bytes")
  func deletesPaused() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 100_000, hold)])
      bench.start("a")
      #expect(bench.receives("a"))
      bench.manager.pause(bench.id("a"))
      #expect(hold.isAbandoned())
      bench.manager.tidiers.waitUntilAllOperationsAreFinished()
      bench.manager.delete(bench.id("a"))
      bench.manager.tidiers.waitUntilAllOperationsAreFinished()
      bench.manager.queue.waitUntilAllOperationsAreFinished()
      #expect(try bench.names == [])
      hold.release()
    }
  }

  @Test("only a finished download is forgotten, and its file stays")
  func forgetsFinished() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body))
      bench.manager.add(bench.server.url("/b"), to: bench.destination("b"))
      bench.start("a")
      #expect(bench.comes("a", to: .finished))
      #expect(bench.manager.forget(bench.id("a")))
      #expect(!bench.manager.forget(bench.id("a")))
      #expect(!bench.manager.forget(bench.id("b")))
      #expect(bench.manager.downloads.map(\.url) == [bench.server.url("/b")])
      #expect(try bench.names == ["a"])
    }
  }

  @Test(
    "the list survives the manager, and a running download is listed as paused and can be resumed")
  func listSurvives() throws {
    try withFolder { folder throws in
      let server = try LoopbackServer()
      defer { server.stop() }
      let hold = LoopbackServer.Hold()
      server.serve("/a", Resource(body), faults: [.stall(after: 100_000, hold)])
      server.serve("/b", Resource(body))
      let list = folder.appending(path: "list.json")
      let session = TransferSession(idleTimeout: 600)
      func manager(_ observer: @escaping @Sendable (DownloadManager.Download) -> Void = { _ in })
        -> DownloadManager
      {
        DownloadManager(
          retry: .never, list: list, session: session,
          callbacks: .dispatch(DispatchQueue(label: "list")), observer: observer)
      }
      let (hasBytes, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var first: DownloadManager? = manager { if $0.progress.received > 0 { hasBytes.signal() } }
      first?.add(server.url("/b"), to: folder.appending(path: "b"))
      first?.start(server.url("/a"), to: folder.appending(path: "a"))
      #expect(hasBytes.wait(timeout: .longEnough) == .success)
      first?.pauseAll()
      close(&first)
      hold.release()

      var second: DownloadManager? = manager { if $0.state == .finished { isDone.signal() } }
      #expect(second?.downloads.map(\.state) == [.added, .paused])
      #expect(second?.downloads.map(\.url) == [server.url("/b"), server.url("/a")])
      #expect(second?.downloads.last?.progress.received ?? 0 > 0)
      second?.resumeAll()
      for _ in 1...2 { #expect(isDone.wait(timeout: .longEnough) == .success) }
      #expect(server.requests(for: "/a").last?["Range"]?.hasPrefix("bytes=") == true)
      #expect(try body.matches(fileAt: folder.appending(path: "a")))
      #expect(try body.matches(fileAt: folder.appending(path: "b")))
      close(&second)
      #expect(manager().downloads.map(\.state) == [.finished, .finished])
    }
  }

  /// Ends with the list of a manager as its program would, after the last report of its operations.
  private func close(_ manager: inout DownloadManager?) {
    manager?.flushList()
    weak var closing: DownloadManager?
    closing = manager
    let list = manager?.list
    manager = nil
    #expect(isReleased { closing })
    list?.flush()
  }

  @Test("what is no list is told, and never overwritten")
  func foreignListStays() throws {
    try withFolder { folder throws in
      let (list, text) = (folder.appending(path: "list"), Data("{broken".utf8))
      try text.write(to: list)
      let manager = DownloadManager(list: list)
      #expect(manager.downloads == [])
      #expect(manager.listError == .unreadableList(path: list.path))
      manager.add(try #require(URL(string: "http://127.0.0.1/x")), to: folder.appending(path: "x"))
      manager.flushList()
      #expect(try Data(contentsOf: list) == text)
      #expect(manager.listError == .unreadableList(path: list.path))
    }
  }

  @Test("a list that cannot be written is an error that names it")
  func unwritableListIsTold() throws {
    try withFolder { folder throws in
      let list = folder.appending(path: "missing/list.json")
      let manager = DownloadManager(list: list)
      let url = try #require(URL(string: "http://127.0.0.1/a"))
      manager.add(url, to: folder.appending(path: "a"))
      manager.flushList()
      guard case .disk(_, let path, _) = manager.listError else {
        Issue.record("nobody was told: \(String(describing: manager.listError))")
        return
      }
      #expect(path == list.path)
    }
  }

  @Test("a download that finds only a cellular network, which it may not use, is paused")
  func cellularPauses() throws {
    let url = try #require(URL(string: "http://127.0.0.1/a"))
    var item = DownloadManager.Item(
      download: DownloadManager.Download(
        id: DownloadManager.Download.ID(url, to: url), destination: url, state: .running),
      request: URLRequest(url: url))
    #expect(item.take(.ended(.failure(.cellularOnly)), retryingAfter: .zero) == nil)
    #expect(item.download.state == .paused)
    #expect(!DownloadError.cellularOnly.isWorthRetrying)
  }

  @Test("a request says whether it may go over a cellular network", arguments: [true, false])
  func requestSaysCellular(allowed: Bool) throws {
    try withFolder { folder throws in
      let url = try #require(URL(string: "http://127.0.0.1/a"))
      let file = folder.appending(path: "a")
      var request = URLRequest(url: url)
      request.allowsCellularAccess = allowed
      let operation = DownloadOperation(
        request, to: file, session: .shared, resumes: false, keepsPart: false
      ) { _ in }
      let part = try PartFile(of: file, from: url, resuming: false)
      #expect(operation.rest(of: part).allowsCellularAccess == allowed)
      part.discard()
    }
  }
}
