import Foundation
import OperationLab

/// A small HTTP/1.1 server for lessons and tests: reachable from this machine only, and able to
/// go wrong on request.
///
/// It serves what a program registers and nothing else, on 127.0.0.1 and a port that the system
/// chooses, so that any number of them run side by side. It remembers every request.
///
/// ```swift
/// let server = try LoopbackServer()
/// let file = LoopbackServer.Resource(.generated(length: 1_000_000), etag: "\"v1\"")
/// server.serve("/cut.bin", file, faults: [.cut(after: 1_000), nil])
/// let address = server.url("/cut.bin")
/// ```
///
/// A thread serves each connection, with calls that block: the simplest thing that is right, and a
/// reply that stalls then disturbs no other. All methods may be called from any thread.
package final class LoopbackServer: Sendable {
  /// Decides what to serve for one request, on the thread that serves it.
  package typealias Handler = @Sendable (Request) -> Resource

  private let service: Service

  /// Starts listening.
  ///
  /// - Throws: when the system has no socket to give.
  package init() throws {
    service = try Service()
    let service = service
    Thread { service.acceptConnections() }.start()
  }

  deinit { service.stop() }

  /// The port on 127.0.0.1.
  package var port: UInt16 { service.port }

  /// The address of a path, registered or not.
  package func url(_ path: String) -> URL {
    var parts = URLComponents()
    parts.scheme = "http"
    parts.host = "127.0.0.1"
    parts.port = Int(port)
    parts.path = path
    guard let url = parts.url else { preconditionFailure("A path begins with /: \(path)") }
    return url
  }

  /// Serves a path with whatever the handler says, each time. Replaces what was there.
  package func serve(_ path: String, by handler: @escaping Handler) {
    service.state.withLock { $0.handlers[path] = handler }
  }

  /// Serves a path with a resource, the first requests with faults: `[.cut(after: 9), nil]` cuts
  /// the first reply, serves the second as it should be, and all that follow as the resource says.
  package func serve(_ path: String, _ resource: Resource, faults: [Fault?] = []) {
    serve(path) { request in
      faults.indices.contains(request.number) ? resource.failing(faults[request.number]) : resource
    }
  }

  /// Serves a path with one resource, and from a request on with another, as when a file changes
  /// while it is being fetched. Requests are counted from 0.
  package func serve(
    _ path: String, _ resource: Resource, fromRequest number: Int, on changed: Resource
  ) {
    serve(path) { $0.number < number ? resource : changed }
  }

  /// Every request so far, in the order in which they were understood.
  package var requests: [Request] { service.state.withLock { $0.requests } }

  /// The requests of one path.
  package func requests(for path: String) -> [Request] { requests.filter { $0.path == path } }

  /// How many replies were under way at once at most.
  package var mostRepliesAtOnce: Int { service.state.withLock { $0.mostReplies } }

  /// Ends every connection, stalled ones too, and returns when nothing runs any more.
  ///
  /// Called again, it does nothing. A server that is released stops by itself.
  package func stop() { service.stop() }
}

extension LoopbackServer {
  /// The bytes of a file, which need not all be in memory.
  package struct Body: Sendable {
    /// In bytes.
    package let length: Int
    private let read: @Sendable (Range<Int>) -> Data

    /// Bytes that a function makes when they are asked for.
    ///
    /// - Parameters:
    ///   - length: in bytes.
    ///   - read: returns the bytes of a range within `0..<length`. It must be callable from any
    ///     thread, and give the same bytes each time.
    package init(length: Int, read: @escaping @Sendable (Range<Int>) -> Data) {
      self.length = length
      self.read = read
    }

    /// Bytes that are in memory.
    package init(_ data: Data) {
      self.init(length: data.count) { range in
        data[data.index(data.startIndex, offsetBy: range.lowerBound)...].prefix(range.count)
      }
    }

    /// As many reproducible bytes as wanted, of which none are kept in memory.
    ///
    /// Every 64 KiB block begins with its own number, so that a block in the wrong place shows.
    package static func generated(length: Int, seed: UInt64 = 1) -> Body {
      Body(length: length) { range in
        let block = noise(seed: seed)
        var data = Data(capacity: range.count)
        var position = range.lowerBound
        while position < range.upperBound {
          let (number, offset) = position.quotientAndRemainder(dividingBy: block.count)
          let end = min(block.count, offset + range.upperBound - position)
          let mark = withUnsafeBytes(of: (UInt64(number) &+ seed).littleEndian) { Data($0) }
          if offset < mark.count { data.append(mark[offset..<min(end, mark.count)]) }
          if end > mark.count { data.append(block[max(offset, mark.count)..<end]) }
          position += end - offset
        }
        return data
      }
    }

    /// The bytes of a part. The range is cut to what there is.
    package func bytes(_ range: Range<Int>) -> Data { read(range.clamped(to: 0..<length)) }

    /// Whether a file holds exactly these bytes. Read in pieces, so that size does not matter.
    ///
    /// - Throws: what opening or reading the file throws.
    package func matches(fileAt url: URL) throws -> Bool {
      let file = try FileHandle(forReadingFrom: url)
      defer { file.closeFile() }
      var position = 0
      while let piece = try file.read(upToCount: 262_144), !piece.isEmpty {
        guard position + piece.count <= length else { return false }
        guard bytes(position..<(position + piece.count)) == piece else { return false }
        position += piece.count
      }
      return position == length
    }

    /// A block of 64 KiB. Made when it is first read: most processes serve nothing.
    private static func noise(seed: UInt64) -> Data {
      blocks.withLock { blocks in
        if let block = blocks[seed] { return block }
        // A small generator of its own: the system's cannot be seeded.
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let block = Data(
          (0..<65_536).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 24)
          })
        blocks[seed] = block
        return block
      }
    }

    private static let blocks = Locked([UInt64: Data]())
  }
}

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
            awaitClose()
            return
          }
        }
      }
    }

    /// Answers one request. `false` when the connection is of no more use.
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
      awaitClose()
    }

    /// Waits for the client to close first, within reason.
    ///
    /// Closing while unread bytes wait here would reset the connection, and a reset may destroy
    /// the reply in the client's hands before it was read.
    private func awaitClose() {
      socket.endSending()
      var allowance = 1_048_576
      while allowance > 0, socket.isReadable(within: 1_000) {
        guard let rest = socket.receive(atMost: 65_536) else { return }
        allowance -= rest.count
      }
    }
  }
}

extension LoopbackServer {
  /// One line of a message's head.
  package struct Header: Hashable, Codable, Sendable {
    /// As it was sent. Compared without regard to case.
    package var name: String
    /// Without the blanks around it.
    package var value: String

    /// A header with its value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A request that arrived, as a test wants to assert it.
  package struct Request: Hashable, Codable, Sendable {
    /// `GET`, `HEAD`, or whatever was sent.
    package var method: String
    /// The address within the server, percent decoding done, without its query.
    package var path: String
    /// How many requests this path had before: the first has number 0.
    package var number: Int
    /// In the order of their arrival.
    package var headers: [Header]

    /// The first value of a header, by any spelling of its name.
    package subscript(name: String) -> String? { headers.values(of: name).first }
  }
}

extension [LoopbackServer.Header] {
  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension LoopbackServer {
  /// A place where replies wait until the program lets them go on.
  ///
  /// It waits for a pipe to close. Unlike with a lock, a thread can wait for its connection to
  /// close at the same time.
  package final class Hold: @unchecked Sendable {
    private let lock = NSLock()
    // All under `lock`.
    private var arrivals = 0
    private var departures = 0
    private var isReleased = false
    /// Opened by the next arrival or departure.
    private var change = Latch()
    /// The reading end, and the writing end. -1 when the system had no pipe to give.
    private let ends: (reading: Int32, writing: Int32)

    private let whenAbandoned: @Sendable () -> Void

    /// A hold that lets nothing pass yet.
    ///
    /// - Parameter whenAbandoned: called on a thread of the server each time that a connection has
    ///   gone away while its reply waited here.
    package init(whenAbandoned: @escaping @Sendable () -> Void = {}) {
      self.whenAbandoned = whenAbandoned
      var pair: [Int32] = [-1, -1]
      if pipe(&pair) == 0 { pair.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) } }
      ends = (pair[0], pair[1])
    }

    deinit {
      if !isReleased { close(ends.writing) }
      close(ends.reading)
    }

    /// Lets every reply go on, those that wait and those that will come.
    package func release() {
      lock.lock()
      defer { lock.unlock() }
      guard !isReleased else { return }
      isReleased = true
      close(ends.writing)
    }

    /// Waits until so many replies have come here.
    ///
    /// - Parameters:
    ///   - count: how many replies.
    ///   - timeout: in seconds.
    /// - Returns: false when the time passed first.
    package func isReached(by count: Int = 1, timeout: TimeInterval = 60) -> Bool {
      waits(timeout) { arrivals >= count }
    }

    /// Waits until so many connections have gone away while their replies waited here.
    ///
    /// - Parameters:
    ///   - count: how many connections.
    ///   - timeout: in seconds.
    /// - Returns: false when the time passed first.
    package func isAbandoned(by count: Int = 1, timeout: TimeInterval = 60) -> Bool {
      waits(timeout) { departures >= count }
    }

    private func waits(_ timeout: TimeInterval, until isReached: () -> Bool) -> Bool {
      let end = ContinuousClock.now + .seconds(timeout)
      while let change = lock.withLock({ isReached() ? nil : change }) {
        guard change.wait(deadline: end - .now) else { return false }
      }
      return true
    }

    private func count(_ counter: ReferenceWritableKeyPath<Hold, Int>) {
      lock.withLock {
        self[keyPath: counter] += 1
        change.open()
        change = Latch()
      }
    }

    /// Waits until a listening socket has a connection to accept. `false` when released first.
    func isHeld(whileWaitingFor listener: LoopbackSocket) -> Bool {
      var waits = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&waits, 2, -1) < 0, errno == EINTR {}
      return waits[1].revents == 0
    }

    /// Waits here with a connection. `false` when the connection went away first.
    func stop(_ socket: LoopbackSocket) -> Bool {
      count(\.arrivals)
      if socket.stays(whileWaitingFor: ends.reading) { return true }
      count(\.departures)
      whenAbandoned()
      return false
    }
  }
}
