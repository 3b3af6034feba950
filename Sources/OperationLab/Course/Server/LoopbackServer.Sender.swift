import Foundation

extension LoopbackServer {
  /// Sends one reply, with its fault.
  struct Sender {
    let socket: LoopbackSocket
    let reply: Reply
    let resource: Resource?
    let sendsBody: Bool
    let isLast: Bool

    /// Small enough to be gentle with memory, large enough for speed.
    private static let pieceSize = 262_144

    /// Returns false when the connection is of no more use.
    func send() -> Bool {
      if case .garbage(let bytes) = resource?.fault {
        _ = transmit(bytes)
        return false
      }
      if case .silence(let hold) = resource?.fault, !hold.stop(socket) { return false }
      guard transmit(reply.head(closing: isLast)) else { return false }
      guard sendsBody, let resource, !reply.part.isEmpty || reply.isChunked else { return true }
      switch resource.fault {
      case .cut(let count):
        guard count < reply.part.count else { break }
        _ = transmitBody(reply.part.prefix(count))
        return false
      case .reset(let count):
        guard count < reply.part.count else { break }
        _ = transmitBody(reply.part.prefix(count))
        socket.resetOnClose()
        return false
      case .stall(let count, let hold):
        let first = reply.part.prefix(count)
        return transmitBody(first) && hold.stop(socket)
          && transmitBody(reply.part.dropFirst(count)) && endBody()
      case .paced(let size, let holds):
        return transmitBody(reply.part, by: size, at: holds) && endBody()
      case .trickle(let size, let pause):
        return transmitBody(reply.part, by: size, pause: pause) && endBody()
      default: break
      }
      return transmitBody(reply.part) && endBody()
    }

    private func transmitBody(
      _ part: Range<Int>, by size: Int = pieceSize, pause: Int? = nil, at holds: [Hold] = []
    ) -> Bool {
      guard let resource else { return false }
      let starts = stride(from: part.lowerBound, to: part.upperBound, by: max(1, size))
      for (number, start) in starts.enumerated() {
        if number < holds.count, !holds[number].stop(socket) { return false }
        if let pause, start > part.lowerBound {
          // The pause ends early when the connection does: nothing here outlives its client.
          guard socket.stays(milliseconds: Int32(clamping: pause)) else { return false }
        }
        let piece = resource.body.bytes(start..<min(part.upperBound, start + max(1, size)))
        guard transmitPiece(piece) else { return false }
      }
      return true
    }

    private func transmitPiece(_ piece: Data) -> Bool {
      guard reply.isChunked else { return transmit(piece) }
      let size = String(piece.count, radix: 16)
      return transmit(Data("\(size)\r\n".utf8) + piece + Data("\r\n".utf8))
    }

    private func endBody() -> Bool {
      reply.isChunked ? transmit(Data("0\r\n\r\n".utf8)) : true
    }

    private func transmit(_ data: Data) -> Bool { data.withUnsafeBytes { socket.send($0) } }
  }
}
