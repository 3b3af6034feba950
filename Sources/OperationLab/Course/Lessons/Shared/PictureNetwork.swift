import Foundation
import OperationBench
import OperationDownloads

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A server on this machine and a session for a program about downloads.
struct PictureNetwork: Sendable {
  let server: LoopbackServer
  let session = TransferSession()

  /// The file of the picture that every program downloads. It has three kilobytes.
  static let file = file(32, 32)

  /// The file of a picture of that shape.
  static func file(_ width: Int, _ height: Int) -> Data {
    let pixels = Data(repeating: 128, count: width * height * 3)
    return PortablePixmap.encode(Picture(width: width, height: height, pixels: pixels))
  }

  /// Serves a file in one or more pieces, each at a moment that the program chooses.
  ///
  /// - Parameter before: called on a thread of the server before it sends a piece, with the numbers
  ///   of the request and of the piece, from 0. It may wait at a gate.
  func serve(
    _ path: String, _ file: Data = PictureNetwork.file, pieces: Int = 1,
    before: @escaping @Sendable (_ request: Int, _ piece: Int) -> Void = { _, _ in }
  ) {
    let size = (file.count + pieces - 1) / pieces
    server.serve(path) { request in
      let body = LoopbackServer.Body(length: file.count) { range in
        before(request.number, range.lowerBound / size)
        return file.subdata(in: range)
      }
      var resource = LoopbackServer.Resource(body, fault: .trickle(pieces: size, pause: 0))
      resource.headers = [LoopbackServer.Header("Content-Type", "image/x-portable-pixmap")]
      return resource
    }
  }

  /// Serves a file in as many pieces as there are holds, each when its hold is released.
  ///
  /// - Parameter whenAsked: called on a thread of the server for each request.
  func serve(
    _ path: String, _ file: Data = PictureNetwork.file, at holds: [LoopbackServer.Hold],
    whenAsked: @escaping @Sendable () -> Void = {}
  ) {
    let size = (file.count + holds.count - 1) / holds.count
    server.serve(path) { _ in
      whenAsked()
      var resource = LoopbackServer.Resource(file, fault: .paced(pieces: size, holds))
      resource.headers = [LoopbackServer.Header("Content-Type", "image/x-portable-pixmap")]
      return resource
    }
  }

  /// The paths of all requests, in alphabetical order.
  var requested: String {
    let paths = server.requests.map(\.path).filter { $0 != Self.greeting }.sorted()
    return paths.isEmpty ? "nothing" : paths.joined(separator: " ")
  }

  private static let greeting = "/greeting"

  /// Opens so many connections, which later requests use again.
  ///
  /// On Linux a session that has just connected keeps a processor busy until its first reply is
  /// whole, because it asks the system again and again whether it can send. While such a reply is
  /// held, the process is never idle. A connection that is used again causes no such work.
  fileprivate func connect(_ count: Int, _ bench: Bench) {
    let areHere = (0..<count).map { bench.gate("greeting \($0)", isTraced: false) }
    let areOver = (0..<count).map { bench.gate("greeted \($0)", isTraced: false) }
    // Each waits for the others, so that none can use a connection again.
    serve(Self.greeting) { request, _ in
      areHere[request].open()
      areHere.forEach { $0.wait() }
    }
    for isOver in areOver {
      _ = session.start(URLRequest(url: server.url(Self.greeting))) { event in
        if case .ended = event { isOver.open() }
      }
    }
    areOver.forEach { $0.waitForOutside() }
  }
}

extension Bench {
  /// Runs the body with its own server and connections. Both are idle when this returns.
  ///
  /// The body must have opened every gate that a reply waits at.
  ///
  /// - Parameter connections: how many to open first, for a body that waits until the process is
  ///   idle while so many replies are held.
  func withNetwork(connections: Int = 0, _ body: (PictureNetwork) -> Void) {
    do {
      let network = PictureNetwork(server: try startServer())
      network.connect(connections, self)
      body(network)
      network.server.stop()
    } catch {
      log("server")(.timedOut, note: "it could not be started: \(error)")
    }
  }
}

/// A picture as it is in memory: rows from top to bottom, three bytes a pixel: red, green, blue.
struct Picture: Hashable, Sendable {
  let width: Int
  let height: Int
  /// `width * height * 3` bytes.
  let pixels: Data
}

/// Reads and writes pictures in the binary PPM format, `P6`, with a byte for each colour.
///
/// It is a real format that common tools read and write (`magick`, `ffmpeg`, GIMP), and its whole decoder can be
/// read on one screen: a header of three numbers, then the bytes.
enum PortablePixmap {
  /// Why bytes are no picture.
  enum Failure: Error, Hashable, Sendable {
    /// They do not begin as such a file does.
    case notAPixmap
    /// A side is 0, or there are more pixels than fit into 64 MiB.
    case unreasonableSize
    /// There are fewer bytes than the header promises.
    case truncated
  }

  private static let mostPixels = 64 * 1_048_576 / 3

  /// Reads a picture. Further bytes are ignored, as the format demands.
  static func decode(_ data: Data) throws(Failure) -> Picture {
    var rest = data.dropFirst(2)
    guard data.starts(with: Data("P6".utf8)), let width = number(&rest),
      let height = number(&rest), number(&rest) == 255, rest.popFirst().map(isBlank) == true
    else { throw .notAPixmap }
    // Divided, not multiplied: the product of two large numbers would overflow.
    guard width > 0, height > 0, width <= mostPixels / height else { throw .unreasonableSize }
    let pixels = Data(rest.prefix(width * height * 3))
    guard pixels.count == width * height * 3 else { throw .truncated }
    return Picture(width: width, height: height, pixels: pixels)
  }

  /// The file of a picture.
  static func encode(_ picture: Picture) -> Data {
    Data("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + picture.pixels
  }

  /// The next number, after at least one blank.
  private static func number(_ bytes: inout Data) -> Int? {
    guard bytes.first.map(isBlank) == true else { return nil }
    bytes = bytes.drop(while: isBlank)
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    // With more digits, no picture fits into memory, and the number may overflow.
    return digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [9, 10, 11, 12, 13, 32].contains(byte) }
}
