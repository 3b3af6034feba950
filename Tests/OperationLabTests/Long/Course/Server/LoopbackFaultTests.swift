import Foundation
import Testing

@testable import OperationCourse

@Suite(.longPlan, .repeatable) struct LoopbackFaultTests {
  let server: LoopbackServer
  let file = LoopbackServer.Resource(Data("0123456789".utf8))

  init() throws { server = try LoopbackServer() }

  /// The reply without its head.
  private func body(_ path: String, _ headers: [String] = []) throws -> Substring? {
    let answer = try RawClient.get(path, headers, from: server) ?? ""
    return answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...] }
  }

  /// What comes before the body.
  private func head(_ path: String, _ headers: [String] = []) throws -> Substring? {
    let answer = try RawClient.get(path, headers, from: server) ?? ""
    return answer.firstRange(of: "\r\n\r\n").map { answer[..<$0.lowerBound] }
  }

  @Test("a cut ends the reply after a number of bytes, once") func cutReply() throws {
    server.serve("/f", file, faults: [.cut(after: 3)])
    #expect(try body("/f") == "012")
    #expect(try body("/f") == "0123456789")
  }

  @Test("a reset leaves the reply unfinished") func aResetLeavesTheReplyUnfinished() throws {
    server.serve("/f", file.failing(.reset(after: 3)))
    #expect(try RawClient.get("/f", from: server)?.hasSuffix("0123456789") == false)
  }

  @Test("a stalled reply continues when it is released") func stallIsReleased() throws {
    let hold = LoopbackServer.Hold()
    server.serve("/f", file.failing(.stall(after: 3, hold)))
    let socket = try RawClient.asking(server)
    defer { socket.close() }
    #expect(hold.isReached())
    #expect(RawClient.rest(of: socket, upTo: "\r\n\r\n012") != nil)
    hold.release()
    #expect(RawClient.rest(of: socket) == "3456789")
  }

  @Test("a stalled reply ends when its client disconnects") func stalledClientLeaves() throws {
    let hold = LoopbackServer.Hold()
    server.serve("/f", file.failing(.stall(after: 3, hold)))
    let socket = try RawClient.asking(server)
    #expect(hold.isReached())
    socket.close()
    server.stop()
    #expect(server.requests.count == 1)
  }

  @Test("stopping ends a stalled reply") func stoppingEndsAStalledReply() throws {
    let hold = LoopbackServer.Hold()
    server.serve("/f", file.failing(.stall(after: 3, hold)))
    let socket = try RawClient.asking(server)
    defer { socket.close() }
    #expect(hold.isReached())
    server.stop()
    #expect(RawClient.rest(of: socket) != nil)
  }

  @Test("a trickle sends everything in the end") func trickleArrives() throws {
    server.serve("/f", file.failing(.trickle(pieces: 3, pause: 1)))
    #expect(try body("/f") == "0123456789")
  }

  @Test("a wrong content range is sent as requested") func wrongContentRange() throws {
    server.serve("/f", file.failing(.contentRange("bytes 0-7/10")))
    #expect(try head("/f", ["Range: bytes=2-"])?.contains("Content-Range: bytes 0-7/10") == true)
    #expect(try body("/f", ["Range: bytes=2-"]) == "23456789")
  }

  @Test("an ignored range sends the whole") func anIgnoredRangeSendsTheWhole() throws {
    server.serve("/f", file.failing(.ignoreRange))
    #expect(try head("/f", ["Range: bytes=2-"])?.hasPrefix("HTTP/1.1 200 OK") == true)
    #expect(try body("/f", ["Range: bytes=2-"]) == "0123456789")
  }

  @Test("a short body is declared complete, but the content range is not")
  func shortBodyReply() throws {
    server.serve("/f", file.failing(.shortBody(missing: 4)))
    let head = try head("/f", ["Range: bytes=2-"])
    #expect(head?.contains("Content-Range: bytes 2-9/10") == true)
    #expect(head?.contains("Content-Length: 4") == true)
    #expect(try body("/f", ["Range: bytes=2-"]) == "2345")
  }

  @Test("a status is sent with its headers") func statusReply() throws {
    server.serve("/f", file.failing(.status(503, [.init("Retry-After", "2")])))
    #expect(
      try RawClient.get("/f", from: server)
        == reply("HTTP/1.1 503 Status 503", "Retry-After: 2", "Content-Length: 0"))
  }

  @Test("garbage is sent as it is") func garbageIsSentAsItIs() throws {
    server.serve("/f", file.failing(.garbage(Data("nonsense".utf8))))
    #expect(try RawClient.get("/f", from: server) == "nonsense")
  }

  @Test("a file changes from a given request on") func changedFile() throws {
    let changed = LoopbackServer.Resource(Data("abcdefghij".utf8), etag: "\"v2\"")
    server.serve("/f", file, fromRequest: 1, on: changed)
    #expect(try body("/f") == "0123456789")
    let second = try head("/f", ["Range: bytes=2-", "If-Range: \"v1\""])
    #expect(second?.contains("ETag: \"v2\"") == true)
    #expect(second?.hasPrefix("HTTP/1.1 200") == true)
  }
}
