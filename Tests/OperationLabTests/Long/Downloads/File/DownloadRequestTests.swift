import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads of requests with headers, and from `async` code.
@Suite(.longPlan, .repeatable) struct DownloadRequestTests {
  typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 300_000)

  private func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("secret", forHTTPHeaderField: "X-Token")
    request.setValue("bytes=5-", forHTTPHeaderField: "Range")
    request.setValue("de", forHTTPHeaderField: "Accept-Language")
    request.httpMethod = "POST"
    return request
  }

  @Test("a request's headers are sent with each attempt, and only the manager asks for parts")
  func sendsHeaders() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body), faults: [.cut(after: 100_000)])
      bench.manager.start(request(bench.server.url("/a")), to: bench.destination("a"))
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(bench.server.requests.map(\.method) == ["GET", "GET"])
      #expect(bench.server.requests.map { $0["X-Token"] } == ["secret", "secret"])
      #expect(bench.server.requests.map { $0["Range"] } == [nil, "bytes=100000-"])
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("a request without an address fails as one that cannot be used")
  func noAddress() throws {
    try withManagerBench { bench throws in
      var request = request(bench.server.url("/a"))
      request.url = nil
      let id = bench.manager.start(request, to: bench.destination("a"))
      #expect(bench.rests())
      #expect(bench.manager[id]?.state == .failed(.unusableAddress("file:///")))
    }
  }

  @Test("a request's own headers stay with its server when that leads elsewhere")
  func keepsHeadersFromOthers() throws {
    try withManagerBench { bench throws in
      let other = try LoopbackServer()
      defer { other.stop() }
      other.serve("/b", Resource(body))
      let place = LoopbackServer.Header("Location", other.url("/b").absoluteString)
      bench.server.serve("/a", Resource(body, fault: .status(302, [place])))
      bench.manager.start(request(bench.server.url("/a")), to: bench.destination("a"))
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(bench.server.requests.map { $0["X-Token"] } == ["secret"])
      #expect(other.requests.map { $0["X-Token"] } == [nil])
      #expect(other.requests.map { $0["Accept-Language"] } == ["de"])
    }
  }

  @Test("an awaited download returns the whole file") func awaited() async throws {
    try await withManagerBench { bench in
      let (manager, server, folder) = (bench.manager, bench.server, bench.folder)
      server.serve("/a", Resource(body))
      let download = try await manager.download(
        server.url("/a"), to: folder.appending(path: "a"))
      #expect(download.destination == folder.appending(path: "a"))
      #expect(try body.matches(fileAt: download.destination))
      let again = try await manager.download(
        request(server.url("/a")), to: folder.appending(path: "a"))
      #expect(again == download)
      #expect(server.requests.count == 1)
    }
  }

  @Test("an awaited download throws why there is no file") func awaitedFailure() async throws {
    try await withManagerBench { bench in
      let (manager, server, folder) = (bench.manager, bench.server, bench.folder)
      await #expect(throws: DownloadError.status(404)) {
        try await manager.download(server.url("/none"), to: folder.appending(path: "a"))
      }
    }
  }

  @Test("cancelling the task pauses the download, and the next goes on with its bytes")
  func cancelledTask() async throws {
    try await withManagerBench { bench in
      let (manager, server, folder) = (bench.manager, bench.server, bench.folder)
      let hold = LoopbackServer.Hold()
      server.serve("/a", Resource(body), faults: [.stall(after: 200_000, hold)])
      let (url, file) = (server.url("/a"), folder.appending(path: "a"))
      let task = Task { try await manager.download(url, to: file) }
      // Written when there are bytes worth going on from.
      let record = PartFile.recordURL(of: file).path
      let deadline = Date.longEnough
      while !FileManager.default.fileExists(atPath: record), Date.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
      }
      task.cancel()
      await #expect(throws: DownloadError.cancelled) { try await task.value }
      #expect(manager[.init(url, to: file)]?.state == .paused)
      try await manager.download(url, to: file)
      #expect(server.requests.last?["Range"] != nil)
      #expect(try body.matches(fileAt: file))
    }
  }

  @Test("the updates of a download never shrink, and the last says that it is whole")
  func updates() async throws {
    try await withManagerBench { bench in
      let (manager, server, folder) = (bench.manager, bench.server, bench.folder)
      let long = LoopbackServer.Body.generated(length: 3_000_000)
      server.serve("/a", Resource(long))
      let id = manager.start(server.url("/a"), to: folder.appending(path: "a"))
      var all: [DownloadManager.Download] = []
      for await download in manager.updates(of: id) { all.append(download) }
      #expect(all.last?.state == .finished)
      #expect(all.last?.progress == DownloadProgress(received: 3_000_000, total: 3_000_000))
      let received = all.map(\.progress.received)
      #expect(received == received.sorted())
      // One that is at rest, and one that is not on the list.
      var states: [DownloadManager.Download.State] = []
      for await download in manager.updates(of: id) { states.append(download.state) }
      for await download in manager.updates(of: bench.id("b")) { states.append(download.state) }
      #expect(states == [.finished])
    }
  }

  @Test("the updates of a deleted download end") func updatesOfDeleted() async throws {
    try await withManagerBench { bench in
      let (manager, server, folder) = (bench.manager, bench.server, bench.folder)
      server.serve("/a", Resource(body, fault: .stall(after: 1_000, LoopbackServer.Hold())))
      let id = manager.start(server.url("/a"), to: folder.appending(path: "a"))
      let updates = manager.updates(of: id)
      manager.delete(id)
      var last: DownloadManager.Download?
      for await download in updates { last = download }
      #expect(last?.state != .finished)
      #expect(manager[id] == nil)
    }
  }

  @Test("a finished download has the reply's type, its tag, and the address that it came from")
  func reply() async throws {
    try await withManagerBench { bench in
      var resource = Resource(body)
      resource.headers = [.init("Content-Type", "text/html; charset=utf-8")]
      bench.server.serve("/b", resource)
      let place = LoopbackServer.Header("Location", bench.server.url("/b").absoluteString)
      bench.server.serve("/a", Resource(body, fault: .status(302, [place])))
      let download = try await bench.manager.download(
        bench.server.url("/a"), to: bench.destination("a"))
      let reply = try #require(download.reply)
      #expect(reply.url == bench.server.url("/b"))
      #expect(reply.mimeType == "text/html")
      #expect(reply.etag == "\"v1\"")
      // A new attempt has a reply of its own.
      bench.manager.restart(download.id)
      for await next in bench.manager.updates(of: download.id) {
        #expect((next.reply == reply) == (next.state == .finished))
      }
    }
  }
}
