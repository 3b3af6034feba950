import Foundation
import OperationDownloads
import OperationLab

extension LoopbackServer {
  /// What to answer: decided from the request and the resource alone, before a byte is sent.
  ///
  /// Source of the rules: RFC 9110, sections 13 (conditions) and 14 (ranges).
  struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [Header]
    /// The part of the resource's bytes that is sent.
    var part: Range<Int>
    var isChunked: Bool

    /// A reply without a body.
    init(status: Int, headers: [Header] = []) {
      self.status = status
      self.headers = headers + [Header("Content-Length", "0")]
      part = 0..<0
      isChunked = false
    }

    /// The answer to a `GET` or `HEAD` of a resource.
    init(to request: Request, with resource: Resource) {
      if case .status(let status, let headers) = resource.fault {
        self.init(status: status, headers: headers)
        return
      }
      let length = resource.body.length
      let validators = Reply.validators(of: resource)
      if resource.isUnchanged(for: request) {
        self.init(status: 304)
        headers = validators
        return
      }
      switch Reply.range(for: request, of: resource) {
      case .unsatisfiable:
        self.init(status: 416, headers: [Header("Content-Range", "bytes */\(length)")])
        return
      case .whole:
        self.init(status: 200)
        part = 0..<length
        headers = validators
      case .part(let range):
        self.init(status: 206)
        part = range
        var told = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        if case .contentRange(let wrong) = resource.fault { told = wrong }
        headers = validators + [Header("Content-Range", told)]
      }
      if case .shortBody(let missing) = resource.fault {
        part = part.lowerBound..<max(part.lowerBound, part.upperBound - missing)
      }
      isChunked = resource.framing == .chunked
      headers.append(Header("Accept-Ranges", "bytes"))
      // Without a type, macOS keeps back the first 512 bytes to guess one from.
      if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        headers.append(Header("Content-Type", "application/octet-stream"))
      }
      headers.append(
        isChunked
          ? Header("Transfer-Encoding", "chunked") : Header("Content-Length", "\(part.count)"))
    }

    private static func validators(of resource: Resource) -> [Header] {
      [
        resource.etag.map { Header("ETag", $0) },
        resource.lastModified.map { Header("Last-Modified", $0) },
      ].compactMap { $0 } + resource.headers
    }

    private static func range(for request: Request, of resource: Resource) -> ByteRange {
      if case .ignoreRange = resource.fault { return .whole }
      guard request.method == "GET", resource.agrees(withIfRange: request["If-Range"]) else {
        return .whole
      }
      return ByteRange(header: request["Range"], length: resource.body.length)
    }

    /// The status line and the headers, with the empty line that ends them.
    func head(closing: Bool) -> Data {
      var lines = ["HTTP/1.1 \(status) \(Reply.reason(status))"]
      lines += headers.map { "\($0.name): \($0.value)" }
      lines.append("Connection: \(closing ? "close" : "keep-alive")")
      return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
      switch status {
      case 200: "OK"
      case 206: "Partial Content"
      case 304: "Not Modified"
      case 400: "Bad Request"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 416: "Range Not Satisfiable"
      default: "Status \(status)"
      }
    }
  }
}

extension LoopbackServer.Resource {
  /// Whether a range may be served: the client has the same version, or did not say which it has.
  ///
  /// A weak validator never agrees here, even with itself: it does not promise the same bytes.
  fileprivate func agrees(withIfRange value: String?) -> Bool {
    guard let value else { return true }
    if value.hasSuffix("\"") { return value == etag && !value.hasPrefix("W/") }
    return value == lastModified
  }

  /// Whether the client's copy is the current one, so that 304 is the answer.
  fileprivate func isUnchanged(for request: LoopbackServer.Request) -> Bool {
    if let tags = request["If-None-Match"] {
      guard let etag else { return false }
      let strong = { (tag: String) in tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }
      return tags.split(separator: ",").contains {
        let tag = $0.trimmingCharacters(in: .whitespaces)
        return tag == "*" || strong(tag) == strong(etag)
      }
    }
    guard let date = request["If-Modified-Since"] else { return false }
    return date == lastModified
  }
}

extension LoopbackServer {
  /// What is served at a path: a file, how it is sent, and what goes wrong on the way.
  package struct Resource: Sendable {
    /// How a reply says where its body ends.
    package enum Framing: Sendable {
      /// By `Content-Length`.
      case fixed
      /// By chunks, the total being unknown until the end.
      case chunked
    }

    /// The bytes.
    package var body: Body
    /// The version's strong or weak validator, with its quotes, `"v1"` or `W/"v1"`. `nil` for none.
    package var etag: String?
    /// The date of the version, as it is sent. Compared as text, which is all that `If-Range`
    /// needs.
    package var lastModified: String?
    /// Further headers of a reply, such as `Date`, which this server does not send by itself.
    package var headers: [Header] = []
    /// How the body's end is marked.
    package var framing: Framing
    /// What goes wrong. `nil` for a good reply.
    package var fault: Fault?

    /// A file with its validators.
    package init(
      _ body: Body, etag: String? = "\"v1\"", lastModified: String? = nil,
      framing: Framing = .fixed, fault: Fault? = nil
    ) {
      self.body = body
      self.etag = etag
      self.lastModified = lastModified
      self.framing = framing
      self.fault = fault
    }

    /// A file that is in memory.
    package init(_ data: Data, etag: String? = "\"v1\"", fault: Fault? = nil) {
      self.init(Body(data), etag: etag, fault: fault)
    }

    /// The same resource with something going wrong.
    package func failing(_ fault: Fault?) -> Resource {
      var copy = self
      copy.fault = fault
      return copy
    }
  }

  /// Something that goes wrong with a reply, exactly as asked.
  package enum Fault: Sendable {
    /// Ends the connection in good order after so many bytes of body, whatever was announced.
    case cut(after: Int)
    /// The same, but resets the connection, as a crashed server's machine does.
    case reset(after: Int)
    /// Sends so many bytes of body, then nothing until the hold is released.
    case stall(after: Int, Hold)
    /// Sends nothing at all, not even a status, until the hold is released.
    case silence(Hold)
    /// Sends the body in pieces of so many bytes, with a pause of so many milliseconds between them.
    case trickle(pieces: Int, pause: Int)
    /// Sends the body in pieces of so many bytes. Before each it waits at a hold of its own, if
    /// there is one.
    case paced(pieces: Int, [Hold])
    /// Sends the part that was asked for under this `Content-Range` instead of the true one.
    case contentRange(String)
    /// Answers 200 with the whole, as if no part had been asked for.
    case ignoreRange
    /// Leaves out so many bytes at the end and announces the shorter length as the true one. For a
    /// part, `Content-Range` still speaks of all of it.
    case shortBody(missing: Int)
    /// Answers with a status, headers and no body.
    case status(Int, [Header])
    /// Sends these bytes instead of a reply, and closes.
    case garbage(Data)
  }
}

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

extension LoopbackServer {
  /// The part of the server that its threads keep alive. The server itself stops it when released.
  final class Service: Sendable {
    struct State {
      var handlers: [String: Handler] = [:]
      var requests: [Request] = []
      var counts: [String: Int] = [:]
      var replies = 0
      var mostReplies = 0
      /// Open ones. A descriptor is closed only after it was taken out of here, so that `stop()`
      /// never shuts down a number that the system has already reused.
      fileprivate var connections: Set<Int32> = []
      fileprivate var isStopping = false
    }

    let state = Locked(State())
    let port: UInt16
    private let listener: LoopbackSocket
    private let wake: Hold
    /// Entered by the accepting thread and by every connection.
    private let running = DispatchGroup()

    init() throws {
      (listener, port) = try LoopbackSocket.listening()
      wake = Hold()
      running.enter()
    }

    /// Runs until the service stops.
    ///
    /// It waits for a connection with `poll` and not in `accept`: shutting down a listening socket
    /// wakes `accept` on Linux, but not on Darwin.
    func acceptConnections() {
      while wake.isHeld(whileWaitingFor: listener) {
        guard let socket = listener.accepted() else { continue }
        guard admit(socket) else {
          socket.close()
          continue
        }
        Thread { self.serve(socket) }.start()
      }
      // A child process that is just being made has a copy of every descriptor until its program
      // begins: closing this one alone would leave the port open for that long.
      listener.shutDown()
      listener.close()
      running.leave()
    }

    private func admit(_ socket: LoopbackSocket) -> Bool {
      state.withLock { state in
        guard !state.isStopping else { return false }
        state.connections.insert(socket.descriptor)
        running.enter()
        return true
      }
    }

    private func serve(_ socket: LoopbackSocket) {
      Connection(socket: socket, service: self).run()
      state.withLock { _ = $0.connections.remove(socket.descriptor) }
      socket.close()
      running.leave()
    }

    func stop() {
      let isFirst = state.withLock { state in
        defer { state.isStopping = true }
        for descriptor in state.connections { LoopbackSocket(descriptor: descriptor).shutDown() }
        return !state.isStopping
      }
      if isFirst { wake.release() }
      // A handler that never returns must not take the whole program with it.
      _ = running.wait(timeout: .now() + 5)
    }

    /// Notes a request and finds what to answer. `nil` when nothing is registered at its path.
    func resource(for head: RequestHead) -> (Request, Resource?) {
      let (request, handler) = state.withLock { state in
        let number = state.counts[head.path, default: 0]
        state.counts[head.path] = number + 1
        let request = Request(
          method: head.method, path: head.path, number: number, headers: head.headers)
        state.requests.append(request)
        return (request, state.handlers[head.path])
      }
      // Outside the lock: a handler may ask the server for its requests.
      return (request, handler?(request))
    }

    /// Counts a reply as under way while it is sent.
    func counting<Result>(_ send: () -> Result) -> Result {
      state.withLock {
        $0.replies += 1
        $0.mostReplies = max($0.mostReplies, $0.replies)
      }
      defer { state.withLock { $0.replies -= 1 } }
      return send()
    }
  }
}
