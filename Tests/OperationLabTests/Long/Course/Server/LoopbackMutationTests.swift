import Foundation
import Testing

@testable import OperationCourse
@testable import OperationBench

/// Malformed requests: the server answers or closes the connection, and continues.
@Suite(.longPlan, .repeatable) struct LoopbackMutationTests {
  static let request = Array(
    """
    GET /ten?a=%41 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nRange: bytes=2-4\r\nIf-Range: "v1"\r\n\
    Content-Length: 3\r\nConnection: close\r\n\r\nabc
    """.utf8)

  /// The request with a few things wrong with it.
  static func mutated(using generator: inout SplitMix) -> [UInt8] {
    var bytes = request
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let at = Int.random(in: 0..<max(1, bytes.count), using: &generator)
      let end = min(bytes.count, at + Int.random(in: 0...12, using: &generator))
      guard at < bytes.count else { break }
      switch Int.random(in: 0...6, using: &generator) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: at)
      case 2: bytes.removeSubrange(at..<end)
      case 3: bytes.insert(contentsOf: bytes[at..<end], at: at)
      case 4: bytes = Array(bytes[..<at])
      case 5: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: at)
      default: bytes.insert(contentsOf: [13, 10], at: at)
      }
    }
    return bytes
  }

  @Test("twenty thousand mutated requests are read without a trap")
  func mutatedRequests() {
    var generator = SplitMix(seed: 7)
    var kinds: Set<String> = []
    for _ in 0..<20_000 {
      switch RequestHead.read(Self.mutated(using: &generator)) {
      case .incomplete: kinds.insert("incomplete")
      case .refused(let status): kinds.insert("refused \(status)")
      case .complete(let head, _):
        kinds.insert("complete")
        _ = ByteRange(header: head.values("Range").first, length: 10)
      }
    }
    #expect(kinds == ["incomplete", "complete", "refused 400", "refused 413"])
  }

  @Test("after two thousand mutated requests the server still serves")
  func serverSurvives() throws {
    let server = try LoopbackServer()
    server.serve("/ten", LoopbackServer.Resource(Data("0123456789".utf8)))
    var generator = SplitMix(seed: 11)
    var others: [String] = []
    for _ in 0..<2_000 {
      let bytes = Self.mutated(using: &generator)
      let answer = try RawClient.exchange(bytes, with: server)
      let isSound = answer.map { $0.isEmpty || $0.hasPrefix("HTTP/1.1 ") } ?? false
      if !isSound { others.append(String(decoding: bytes, as: UTF8.self)) }
    }
    #expect(others == [])
    #expect(try RawClient.get("/ten", from: server)?.hasSuffix("\r\n\r\n0123456789") == true)
  }

  @Test(
    "a request against the rules is refused",
    arguments: [
      ("GET /ten HTTP/1.1\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET  /ten HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET ten HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /ten HTTP/2.0\r\nHost: a\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\nHost: a\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
      ("GET /ten HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n", 413),
      ("GET /ten HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 65))\r\n", 431),
    ]) func aRequestAgainstTheRulesIs(text: String, status: Int)
  {
    #expect(RequestHead.read(Array(text.utf8)) == .refused(status))
  }
}
