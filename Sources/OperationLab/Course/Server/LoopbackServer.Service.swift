import Foundation
import OperationDownloads
import OperationLab

extension LoopbackServer {
  /// The part of the server that its threads keep alive; the server itself stops it when released.
  final class Service: Sendable {
    struct State {
      var handlers: [String: Handler] = [:]
      var requests: [Request] = []
      var counts: [String: Int] = [:]
      var replies = 0
      var mostReplies = 0
      /// Open ones. A descriptor is closed only after it was taken out of here, so that `stop()`
      /// never shuts down a number that the system has already given to somebody else.
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

    /// Notes a request and finds what to answer; nil when nothing is registered at its path.
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
