import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Connections that many operations share: `URLSession`, made safe against what the platforms do
/// with it.
///
/// It delivers each task's events, one at a time, to the receiver that started the task.
///
/// - A session keeps its delegate alive until it is invalidated. The delegate is therefore an
///   object of its own, which holds an operation only while its transfer runs.
/// - On Linux data that has arrived waits on the delegate queue without any bound: a 200 MB file on
///   a slow disk ends up in memory. Here the delegate runs at once, on the session's own thread, so
///   that reading waits for writing. See `ImmediateQueue`.
/// - On Linux one session serves all its transfers from one serial queue, and a fast one starves
///   the others: a small file waits until the large one beside it is whole. Here transfers that run
///   at the same time get a session each. See `TransferLane`. Below them lies one serial queue that
///   all sessions of a process share: while a receiver blocks, none of them goes on.
/// - In return no method of a task may be called from within an event: `cancel()` would wait for
///   the very thread that it runs on. `Transfer.cancel()` knows that.
/// - On Linux the process traps when `cancel()` meets the end of its task. See `ImmediateQueue`.
/// - No cache: a download that resumes must talk to the server.
public final class TransferSession: Sendable {
  /// The session that is used unless another is given.
  public static let shared = TransferSession()

  private let lanes = Locked<[TransferLane]>([])
  private let configuration: URLSessionConfiguration

  /// Makes a session with connections of its own.
  ///
  /// - Parameters:
  ///   - idleTimeout: seconds without a byte after which a transfer fails. If `nil`, those of the
  ///     configuration, which are 60 unless you have set others.
  ///   - configuration: headers, proxies and time-outs, as far as the platform heeds them. It is copied.
  ///     It always gets no cache, and as many connections as the managers want. By default, an ephemeral
  ///     one: it keeps cookies in memory only.
  public init(
    idleTimeout: TimeInterval? = nil, configuration: URLSessionConfiguration? = nil
  ) {
    self.configuration = Self.prepared(configuration, idleTimeout)
  }

  /// A copy of the configuration with what downloads need.
  static func prepared(
    _ given: URLSessionConfiguration?, _ idleTimeout: TimeInterval?
  ) -> URLSessionConfiguration {
    let configuration =
      given?.copy() as? URLSessionConfiguration ?? URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    var headers = configuration.httpAdditionalHeaders ?? [:]
    if !headers.keys.contains(where: { "\($0)".lowercased() == "user-agent" }) {
      headers["User-Agent"] = "OperationLab/\(Release.version)"
    }
    configuration.httpAdditionalHeaders = headers
    if let idleTimeout { configuration.timeoutIntervalForRequest = idleTimeout }
    // The width of the operation queue is the limit. A second one here would hide it.
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: with a scheme that the session speaks.
  ///   - receive: gets each event, one at a time, on a thread of the session. It must not block
  ///     for long and must not call `start`, and it is released after ``TransferEvent/ended(_:)``.
  package func start(
    _ request: URLRequest, receive: @escaping @Sendable (TransferEvent) -> Void
  ) -> Transfer {
    reservedLane().start(request, receive)
  }

  /// An idle lane, or a new one, or else the one with the fewest transfers.
  private func reservedLane() -> TransferLane {
    lanes.withLock { lanes in
      let quietest = lanes.min { $0.load < $1.load }
      if let quietest, quietest.load == 0 || lanes.count >= Platform.sessionsWorthHaving {
        return quietest.reserved()
      }
      let lane = TransferLane(configuration)
      lanes.append(lane)
      return lane.reserved()
    }
  }
}

/// What happens to a transfer, in this order: a response, bytes, the end.
package enum TransferEvent: Sendable {
  case response(HTTPURLResponse)
  case bytes(Data)
  /// Comes last, once, unless the transfer was cancelled. Without an error when the server said
  /// that it had sent everything.
  case ended((any Error)?)
}

/// A transfer under way.
package struct Transfer: Sendable {
  let task: URLSessionTask
  let lane: TransferLane

  /// Calls that wait for the session's thread wait here and not on the thread of the caller. All that cancels
  /// a task does it here: on Linux, two calls at the same time can trap.
  static let canceller = DispatchQueue(label: "lab.transfer.canceller")

  /// Ends the transfer. Its receiver is released and gets no further events, except those already
  /// on their way.
  ///
  /// Callable from any thread, from within an event, too. On Linux a cancelled task may still
  /// deliver everything and complete without an error. The receiver gets none of it.
  package func cancel() {
    lane.forget(task)
    Transfer.canceller.async { [self] in lane.end(task) }
  }
}
