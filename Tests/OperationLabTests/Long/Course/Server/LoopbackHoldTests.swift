import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab

/// What the server sees of a client that waits, or does not.
@Suite(.longPlan, .repeatable) struct LoopbackHoldTests {
  let server: LoopbackServer
  let file = LoopbackServer.Resource(Data("0123456789".utf8))

  init() throws { server = try LoopbackServer() }

  @Test("a silent reply has not even a status until it is released")
  func silentReply() throws {
    let hold = LoopbackServer.Hold()
    server.serve("/f", file.failing(.silence(hold)))
    let socket = try RawClient.asking(server)
    defer { socket.close() }
    #expect(hold.isReached())
    #expect(!socket.isReadable(within: 20))
    hold.release()
    #expect(RawClient.rest(of: socket)?.hasPrefix("HTTP/1.1 200 OK") == true)
  }

  @Test("each paced piece is sent when its hold is released") func pacedPieces() throws {
    let holds = (0..<2).map { _ in LoopbackServer.Hold() }
    server.serve("/f", file.failing(.paced(pieces: 4, holds)))
    let socket = try RawClient.asking(server)
    defer { socket.close() }
    #expect(holds[0].isReached())
    #expect(!holds[1].isReached(timeout: 0.02))
    holds[0].release()
    #expect(holds[1].isReached())
    holds[1].release()
    // There is no hold for the third piece, which waits for nothing.
    #expect(RawClient.rest(of: socket)?.hasSuffix("\r\n\r\n0123456789") == true)
  }

  @Test("a client that disconnects while it is held is reported once")
  func clientLeaves() throws {
    let reports = Locked(0)
    let isReported = DispatchSemaphore(value: 0)
    let hold = LoopbackServer.Hold {
      reports.withLock { $0 += 1 }
      isReported.signal()
    }
    server.serve("/f", file.failing(.paced(pieces: 4, [hold, hold])))
    let socket = try RawClient.asking(server)
    #expect(hold.isReached())
    socket.close()
    #expect(isReported.wait(timeout: .longEnough) == .success)
    server.stop()
    #expect(reports.withLock { $0 } == 1)
  }

  @Test("a client that stays is not reported") func clientStays() throws {
    let reports = Locked(0)
    let hold = LoopbackServer.Hold { reports.withLock { $0 += 1 } }
    server.serve("/f", file.failing(.stall(after: 3, hold)))
    let socket = try RawClient.asking(server)
    #expect(hold.isReached())
    hold.release()
    #expect(RawClient.rest(of: socket) != nil)
    socket.close()
    server.stop()
    #expect(reports.withLock { $0 } == 0)
  }
}
