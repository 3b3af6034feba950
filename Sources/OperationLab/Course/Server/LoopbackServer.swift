import Foundation

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

  /// Serves a path with whatever the handler says, each time; replaces what was there.
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
  /// while it is being fetched; requests are counted from 0.
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
