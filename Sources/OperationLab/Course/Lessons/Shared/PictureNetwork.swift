import Foundation
import OperationDownloads
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What a program about downloads works with: a server on this machine, and connections to it.
struct PictureNetwork: Sendable {
  let server: LoopbackServer
  let session = TransferSession()

  /// The picture that every program downloads, as a file: three kilobytes.
  static let file = file(32, 32)

  /// A picture of that shape, as a file.
  static func file(_ width: Int, _ height: Int) -> Data {
    let pixels = Data(repeating: 128, count: width * height * 3)
    return PortablePixmap.encode(Picture(width: width, height: height, pixels: pixels))
  }

  /// Serves a file, in one piece or in more, each at a moment that the program chooses.
  ///
  /// - Parameter before: called on a thread of the server before each piece is sent, with the
  ///   number of the request and that of the piece, both from 0; it may wait at a gate.
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

  /// The addresses that were asked for, each as often as it was, in alphabetical order.
  var requested: String {
    let paths = server.requests.map(\.path).filter { $0 != Self.greeting }.sorted()
    return paths.isEmpty ? "nothing" : paths.joined(separator: " ")
  }

  private static let greeting = "/greeting"

  /// Opens so many connections, for later requests to use again.
  ///
  /// On Linux a session that has just connected keeps a processor busy until its first reply is
  /// whole: it asks the system again and again whether it could send, and always it could. While
  /// such a reply is held, nothing is ever at rest. A connection that is used again is quiet.
  fileprivate func connect(_ count: Int, _ bench: Bench) {
    let areHere = (0..<count).map { bench.gate("greeting \($0)", isTraced: false) }
    let areOver = (0..<count).map { bench.gate("greeted \($0)", isTraced: false) }
    // All wait for each other: who comes late must not find a connection that is free again.
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
  /// Lends the body a server and connections of its own; both are at rest when this returns.
  ///
  /// The body must have opened every gate that a reply waits at.
  ///
  /// - Parameter connections: how many to open before, for a body that waits for rest while so
  ///   many replies are held.
  func withNetwork(connections: Int = 0, _ body: (PictureNetwork) -> Void) {
    do {
      let network = PictureNetwork(server: try LoopbackServer())
      network.connect(connections, self)
      body(network)
      network.server.stop()
    } catch {
      log("server")(.timedOut, note: "it could not be started: \(error)")
    }
  }
}
