import Foundation

@testable import OperationCourse

/// Talks to a loopback server byte by byte, so that a test can say what no HTTP client would.
struct RawClient {
  /// Sends bytes, says that no more will come, and returns all that came back, as text, until the
  /// server closed. `nil` when it did not close in time.
  static func exchange(
    _ bytes: some Sequence<UInt8>, ending: Bool = true, with server: LoopbackServer
  ) throws -> String? {
    let socket = try LoopbackSocket.connected(to: server.port)
    defer { socket.close() }
    _ = Array(bytes).withUnsafeBytes { socket.send($0) }
    if ending { socket.endSending() }
    return rest(of: socket)
  }

  static func exchange(_ text: String, with server: LoopbackServer) throws -> String? {
    try exchange(Data(text.utf8), with: server)
  }

  /// Asks for a path with further headers and the connection's end, and returns the reply.
  static func get(
    _ path: String, _ headers: [String] = [], method: String = "GET", from server: LoopbackServer
  ) throws -> String? {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: x", "Connection: close"] + headers
    // A server that pauses cannot tell a client that has ended sending from one that has gone.
    let request = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return try exchange(request, ending: false, with: server)
  }

  /// An open connection that has requested `/f`. The caller closes it.
  static func asking(_ server: LoopbackServer) throws -> LoopbackSocket {
    let socket = try LoopbackSocket.connected(to: server.port)
    _ = Array("GET /f HTTP/1.0\r\n\r\n".utf8).withUnsafeBytes { socket.send($0) }
    return socket
  }

  /// What comes until the server closes, or with `end` until the text ends in it. `nil` when that
  /// does not happen in time.
  static func rest(of socket: LoopbackSocket, upTo end: String? = nil) -> String? {
    var bytes: [UInt8] = []
    while socket.isReadable(within: 600_000) {
      let more = socket.receive(atMost: 65_536)
      bytes += more ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      if let end, text.hasSuffix(end) { return text }
      if more == nil { return end == nil ? text : nil }
    }
    return nil
  }
}

/// A reply's text, written as lines the way it looks on the wire.
func reply(_ lines: String..., body: String = "") -> String {
  (lines + ["Connection: close", "", body]).joined(separator: "\r\n")
}
