import Foundation
import OperationLab
import Testing

@testable import OperationCourse
@testable import OperationDownloads

@Suite(.longPlan, .repeatable) struct LoopbackServerTests {
  let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    var file = LoopbackServer.Resource(Data("0123456789".utf8))
    file.lastModified = "Mon, 01 Jan 2024 00:00:00 GMT"
    server.serve("/ten", file)
  }

  private let validators = "ETag: \"v1\"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 GMT"

  private func whole(_ body: String = "0123456789") -> String {
    reply(
      "HTTP/1.1 200 OK", validators, "Accept-Ranges: bytes", anyBytes, "Content-Length: 10",
      body: body)
  }

  private func part(_ range: String, _ body: String) -> String {
    reply(
      "HTTP/1.1 206 Partial Content", validators, "Content-Range: bytes \(range)/10",
      "Accept-Ranges: bytes", anyBytes, "Content-Length: \(body.count)", body: body)
  }

  @Test("GET sends the whole file with its validators") func getSendsFile() throws {
    #expect(try RawClient.get("/ten", from: server) == whole())
  }

  @Test("HEAD sends the same head and no body") func headSendsNoBody() throws {
    #expect(try RawClient.get("/ten", method: "HEAD", from: server) == whole(""))
  }

  @Test(
    "a range is answered with that part",
    arguments: [
      ("bytes=2-4", "2-4", "234"), ("bytes=7-", "7-9", "789"), ("bytes=-3", "7-9", "789"),
      ("bytes=8-99", "8-9", "89"), ("bytes=-99", "0-9", "0123456789"),
    ]) func rangeReply(
      range: String, told: String, body: String
    ) throws
  {
    #expect(try RawClient.get("/ten", ["Range: \(range)"], from: server) == part(told, body))
  }

  @Test("a range past the end is answered 416 with the length") func rangePastEnd() throws {
    #expect(
      try RawClient.get("/ten", ["Range: bytes=10-"], from: server)
        == reply(
          "HTTP/1.1 416 Range Not Satisfiable",
          "Content-Range: bytes */10", "Content-Length: 0"))
  }

  @Test(
    "an invalid range is ignored",
    arguments: [
      "bytes=4-2", "bytes=a-", "items=1-2", "bytes=1-2,4-5", "bytes=", "bytes=-", "bytes=+1-2",
    ]) func invalidRange(range: String) throws
  {
    #expect(try RawClient.get("/ten", ["Range: \(range)"], from: server) == whole())
  }

  @Test(
    "a range is served if the version is the client's own",
    arguments: ["\"v1\"", "Mon, 01 Jan 2024 00:00:00 GMT"])
  func rangeOfSameVersion(validator: String) throws {
    let headers = ["Range: bytes=2-4", "If-Range: \(validator)"]
    #expect(try RawClient.get("/ten", headers, from: server) == part("2-4", "234"))
  }

  @Test(
    "a range is not served if the version is another",
    arguments: ["\"v0\"", "W/\"v1\"", "Tue, 02 Jan 2024 00:00:00 GMT", "v1"])
  func rangeOfAnotherVersion(validator: String) throws {
    let headers = ["Range: bytes=2-4", "If-Range: \(validator)"]
    #expect(try RawClient.get("/ten", headers, from: server) == whole())
  }

  @Test("a weak validator never allows a range") func weakValidator() throws {
    server.serve("/weak", LoopbackServer.Resource(Data("0123456789".utf8), etag: "W/\"v1\""))
    let headers = ["Range: bytes=2-4", "If-Range: W/\"v1\""]
    let answer = try RawClient.get("/weak", headers, from: server)
    #expect(answer?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
  }

  @Test(
    "a current copy is answered 304",
    arguments: [
      "If-None-Match: \"v1\"", "If-None-Match: \"v0\", W/\"v1\"", "If-None-Match: *",
      "If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT",
    ]) func aCurrentCopyIsAnswered304(condition: String) throws
  {
    #expect(
      try RawClient.get("/ten", [condition], from: server)
        == reply("HTTP/1.1 304 Not Modified", validators))
  }

  @Test("a path that is not registered is not found") func unregisteredPath() throws {
    #expect(
      try RawClient.get("/other", from: server)
        == reply("HTTP/1.1 404 Not Found", "Content-Length: 0"))
  }

  @Test("another method is not allowed") func anotherMethodIsNotAllowed() throws {
    #expect(
      try RawClient.get("/ten", ["Content-Length: 0"], method: "POST", from: server)
        == reply("HTTP/1.1 405 Method Not Allowed", "Allow: GET, HEAD", "Content-Length: 0"))
  }

  @Test("the body is sent in chunks when requested") func chunks() throws {
    server.serve(
      "/chunks",
      LoopbackServer.Resource(
        LoopbackServer.Body(Data("0123456789".utf8)), etag: nil, framing: .chunked,
        fault: .trickle(pieces: 4, pause: 0)))
    #expect(
      try RawClient.get("/chunks", from: server)
        == reply(
          "HTTP/1.1 200 OK", "Accept-Ranges: bytes", anyBytes, "Transfer-Encoding: chunked",
          body: "4\r\n0123\r\n4\r\n4567\r\n2\r\n89\r\n0\r\n\r\n"))
  }

  @Test("one connection serves several requests, sent ahead of the replies")
  func pipelining() throws {
    let request = "GET /ten HTTP/1.1\r\nHost: x\r\n\r\n"
    let last = "GET /ten HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    let kept = whole().replacing("Connection: close", with: "Connection: keep-alive")
    #expect(try RawClient.exchange(request + request + last, with: server) == kept + kept + whole())
  }

  @Test("every request is remembered, with its number and its headers")
  func remembersRequests() throws {
    _ = try RawClient.get("/ten?q=1", ["Range: bytes=0-0"], from: server)
    _ = try RawClient.get("/t%65n", from: server)
    let host = LoopbackServer.Header("Host", "x")
    let close = LoopbackServer.Header("Connection", "close")
    let range = LoopbackServer.Header("Range", "bytes=0-0")
    #expect(
      server.requests == [
        .init(method: "GET", path: "/ten", number: 0, headers: [host, close, range]),
        .init(method: "GET", path: "/ten", number: 1, headers: [host, close]),
      ])
    #expect(server.requests[0]["range"] == "bytes=0-0")
  }

  @Test("stopping ends connections that wait")
  func stopping() throws {
    let idle = try LoopbackSocket.connected(to: server.port)
    defer { idle.close() }
    _ = Array("GET /ten HTTP/1.1\r\n".utf8).withUnsafeBytes { idle.send($0) }
    _ = try RawClient.get("/ten", from: server)
    server.stop()
    #expect(idle.isReadable(within: 600_000))
    #expect(idle.receive(atMost: 1) == nil)
  }

  /// The port is not asked: another server may have it by then.
  @Test(
    "stopping refuses new connections, though a child that is being made has the socket, too",
    .enabled(if: Platform.current == .linux))
  func stoppingRefuses() throws {
    let listener = try #require((3..<65_536).first { isListening($0, on: server.port) })
    let copy = fcntl(listener, F_DUPFD_CLOEXEC, 3)
    defer { close(copy) }
    try #require(isListening(copy, on: server.port))
    server.stop()
    #expect(!isListening(copy, on: server.port))
  }

  private func isListening(_ descriptor: Int32, on port: UInt16) -> Bool {
    var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size)
    var address = sockaddr_in()
    size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let hasAddress = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    return listens != 0 && hasAddress && UInt16(bigEndian: address.sin_port) == port
  }
}

/// The type of a resource that says none.
private let anyBytes = "Content-Type: application/octet-stream"
