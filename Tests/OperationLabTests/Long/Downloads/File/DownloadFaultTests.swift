import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationTesting

/// Every fault of the server, each with what must come of it.
@Suite(.longPlan, .repeatable) struct DownloadFaultTests {
  typealias Resource = LoopbackServer.Resource
  typealias Fault = LoopbackServer.Fault

  let body = LoopbackServer.Body.generated(length: 300_000)

  /// The error of one download from a resource, and the names that are left on disk.
  private func outcome(of resource: Resource) throws -> (DownloadError?, [String]) {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", resource)
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.log.ends().count == 1)
      return (bench.log.error, try bench.names)
    }
  }

  @Test(
    "a broken connection is an error worth a retry, and the received bytes stay",
    arguments: [Fault.cut(after: 100_000), .reset(after: 100_000)])
  func brokenConnection(
    fault: Fault
  ) throws {
    let (error, names) = try outcome(of: Resource(body, fault: fault))
    guard case .connection = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.isWorthRetrying == true)
    #expect(names == ["file.part", "file.part.json"])
  }

  @Test("a chunked file that is cut off is not complete") func cutChunks() throws {
    let resource = Resource(body, framing: .chunked, fault: .cut(after: 100_000))
    let (error, names) = try outcome(of: resource)
    #expect(error?.isWorthRetrying == true)
    #expect(names == ["file.part", "file.part.json"])
  }

  @Test("bytes that cannot be resumed safely are not kept", arguments: [nil, "W/\"v1\""])
  func unusablePart(etag: String?) throws {
    let resource = Resource(body, etag: etag, fault: .cut(after: 100_000))
    let (error, names) = try outcome(of: resource)
    #expect(error?.isWorthRetrying == true)
    #expect(names == [])
  }

  @Test(
    "a status without a file is an error",
    arguments: [
      (404, DownloadError.status(404), false), (503, .status(503, retryAfter: 2), true),
      (500, .status(500, retryAfter: 2), true), (429, .status(429, retryAfter: 2), true),
      (401, .needsAuthentication, false),
    ]) func statusWithoutFile(
      status: Int, expected: DownloadError, isWorthRetrying: Bool
    ) throws
  {
    let headers = status == 404 ? [] : [LoopbackServer.Header("Retry-After", "2")]
    let (error, names) = try outcome(of: Resource(body, fault: .status(status, headers)))
    #expect(error == expected)
    #expect(error?.isWorthRetrying == isWorthRetrying)
    #expect(names == [])
  }

  @Test("a server that asks for a password does not make a download hang")
  func passwordRequest() throws {
    let challenge = LoopbackServer.Header("WWW-Authenticate", "Basic realm=\"x\"")
    let (error, names) = try outcome(of: Resource(body, fault: .status(401, [challenge])))
    #expect(error == .needsAuthentication)
    #expect(names == [])
  }

  @Test(
    "garbage is an error and leaves nothing",
    arguments: ["", "nonsense", "nonsense\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n"])
  func garbageReply(garbage: String) throws {
    let (error, names) = try outcome(of: Resource(body, fault: .garbage(Data(garbage.utf8))))
    #expect(error != nil)
    #expect(names == [])
  }

  @Test("a body that ends with the connection is refused in clear text")
  func bodyWithoutLength() throws {
    let reply = "HTTP/1.1 200 OK\r\n\r\nabc"
    let (error, names) = try outcome(of: Resource(body, fault: .garbage(Data(reply.utf8))))
    #expect(
      error == .badReply("it does not say where the file ends, so a cut would go unnoticed"))
    #expect(names == [])
  }

  @Test("an encoded body is refused") func anEncodedBodyIsRefused() throws {
    let reply = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"
    let (error, names) = try outcome(of: Resource(body, fault: .garbage(Data(reply.utf8))))
    #expect(
      error == .badReply("it is encoded as gzip, and Foundation keeps only the decoded bytes"))
    #expect(names == [])
  }

  @Test("a redirection that leads nowhere is an error") func badRedirection() throws {
    let (error, names) = try outcome(of: Resource(body, fault: .status(302, [])))
    #expect(error != nil)
    #expect(names == [])
  }

  @Test("a redirection is followed") func aRedirectionIsFollowed() throws {
    try withDownloadBench { bench throws in
      let target = LoopbackServer.Header("Location", "/elsewhere")
      bench.server.serve("/f", Resource(body, fault: .status(302, [target])))
      bench.server.serve("/elsewhere", Resource(body))
      #expect(bench.run(bench.operation()))
      #expect(bench.log.ends() == ["finished file"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a silent server is an error after the session's timeout")
  func silentServer() throws {
    try withFolder { folder throws in
      let server = try LoopbackServer()
      let bench = DownloadBench(
        server: server, folder: folder, session: TransferSession(idleTimeout: 1))
      server.serve("/f", Resource(body, fault: .stall(after: 1_000, LoopbackServer.Hold())))
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error?.isWorthRetrying == true)
      server.stop()
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
}
