import Foundation

extension LoopbackServer {
  /// One connection: reads requests and answers each, until one side has had enough.
  struct Connection {
    let socket: LoopbackSocket
    let service: Service

    func run() {
      var arrived: [UInt8] = []
      while true {
        switch RequestHead.read(arrived) {
        case .incomplete:
          guard let more = socket.receive(atMost: 16_384) else { return }
          arrived += more
        case .refused(let status):
          refuse(status)
          return
        case .complete(let head, let length):
          while arrived.count < length + head.bodyLength {
            guard let more = socket.receive(atMost: 16_384) else { return }
            arrived += more
          }
          arrived.removeFirst(length + head.bodyLength)
          guard answer(head), head.keepsAlive else {
            linger()
            return
          }
        }
      }
    }

    /// Answers one request; false when the connection is of no more use.
    private func answer(_ head: RequestHead) -> Bool {
      let (request, resource) = service.resource(for: head)
      var reply = Reply(status: 404)
      if !["GET", "HEAD"].contains(request.method) {
        reply = Reply(status: 405, headers: [Header("Allow", "GET, HEAD")])
      } else if let resource {
        reply = Reply(to: request, with: resource)
      }
      let sender = Sender(
        socket: socket, reply: reply, resource: resource,
        sendsBody: request.method == "GET", isLast: !head.keepsAlive)
      return service.counting { sender.send() }
    }

    private func refuse(_ status: Int) {
      _ = Reply(status: status).head(closing: true).withUnsafeBytes { socket.send($0) }
      linger()
    }

    /// Waits for the client to close first, within reason.
    ///
    /// Closing while unread bytes wait here would reset the connection, and a reset may destroy
    /// the reply in the client's hands before it was read.
    private func linger() {
      socket.endSending()
      var allowance = 1_048_576
      while allowance > 0, socket.isReadable(within: 1_000) {
        guard let rest = socket.receive(atMost: 65_536) else { return }
        allowance -= rest.count
      }
    }
  }
}
