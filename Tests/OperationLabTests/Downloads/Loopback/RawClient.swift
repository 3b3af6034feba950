import Foundation

@testable import OperationLab

/// Talks to a loopback server byte by byte, so that a test can say what no HTTP client would.
struct RawClient {
  /// Sends bytes, says that no more will come, and returns all that came back, as text, until the
  /// server closed; nil when it did not close in time.
  static func exchange(
    _ bytes: some Sequence<UInt8>, ending: Bool = true, with server: LoopbackServer
  ) throws -> String? {
    let socket = try LoopbackSocket.connected(to: server.port)
    defer { socket.close() }
    _ = Array(bytes).withUnsafeBytes { socket.send($0) }
    if ending { socket.endSending() }
    return everything(from: socket).map { String(decoding: $0, as: UTF8.self) }
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

  private static func everything(from socket: LoopbackSocket) -> [UInt8]? {
    var all: [UInt8] = []
    while socket.isReadable(within: 20_000) {
      guard let more = socket.receive(atMost: 65_536) else { return all }
      all += more
    }
    return nil
  }
}

/// A reply's text, written as lines the way it looks on the wire.
func reply(_ lines: String..., body: String = "") -> String {
  (lines + ["Connection: close", "", body]).joined(separator: "\r\n")
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
