import Foundation

/// What has arrived of a file, whichever operation brought it.
///
/// It keeps the server, which would stop if nobody did.
final class ByteStore: Sendable {
  /// Open once the part that the server sends at first is there.
  let hasFirstPart: Gate
  private let bytes: Locked<Data>
  private let server: LoopbackServer

  init(_ bench: Bench, from server: LoopbackServer, holding bytes: Data = Data()) {
    self.server = server
    hasFirstPart = bench.gate("the first part is there", isTraced: false)
    self.bytes = Locked(bytes)
  }

  /// In bytes.
  var count: Int { bytes.withLock { $0.count } }

  func append(_ more: Data) {
    let count = bytes.withLock { bytes in
      bytes.append(more)
      return bytes.count
    }
    if count >= Film.firstPart { hasFirstPart.open() }
  }

  func startOver() { bytes.withLock { $0 = Data() } }

  /// Compares with what the server has, in words.
  func comparison(with body: LoopbackServer.Body) -> String {
    bytes.withLock { bytes in
      let truth = body.bytes(0..<body.length)
      if bytes == truth { return Film.isWhole }
      let shared = zip(bytes, truth).prefix { $0 == $1 }.count
      return "\(bytes.count) bytes, wrong from byte \(shared) on"
    }
  }
}

/// A file on the server, which falls silent in the middle of its first answer.
final class Film: Sendable {
  static let body = LoopbackServer.Body.generated(length: 60_000)
  static let firstPart = 20_000
  static let isWhole = "60000 bytes, as on the server"

  let url: URL
  let store: ByteStore
  private let bench: Bench
  private let hold = LoopbackServer.Hold()

  /// - Parameter always: what goes wrong with every answer, instead of the silence in the first;
  ///   the first part is then there already.
  init(_ bench: Bench, _ server: LoopbackServer, always: LoopbackServer.Fault? = nil) {
    self.bench = bench
    url = server.url("/film")
    let first = always == nil ? Data() : Self.body.bytes(0..<Self.firstPart)
    store = ByteStore(bench, from: server, holding: first)
    let hold = hold
    server.serve("/film") { request in
      let range = request["Range"].map { "Range: \($0)" } ?? "no Range"
      bench.log("server")(.noted, note: "request \(request.number + 1): \(range)")
      let silence = LoopbackServer.Fault.stall(after: Self.firstPart, hold)
      return LoopbackServer.Resource(
        Self.body, fault: always ?? (request.number == 0 ? silence : nil))
    }
  }

  /// Lets a silent answer go on.
  func letServerGoOn() { hold.release() }

  /// Writes down what has arrived in the end.
  func report() {
    bench.log("file")(.noted, note: store.comparison(with: Self.body))
  }
}
