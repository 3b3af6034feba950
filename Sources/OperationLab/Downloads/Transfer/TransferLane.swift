import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One `URLSession` with its delegate and its connections.
final class TransferLane: Sendable {
  private let session: URLSession
  private let router: TransferRouter
  /// The delegate queue where the platform's own will not do.
  private let immediate = Platform.sessionKeepsUnreadData ? ImmediateQueue() : nil

  init(_ configuration: URLSessionConfiguration) {
    router = TransferRouter()
    let queue = immediate ?? OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// How many transfers are under way or about to begin.
  var load: Int { router.load.withLock { $0 } }

  /// Counts a transfer that is about to begin, so that the next one finds another lane.
  func reserved() -> TransferLane {
    router.load.withLock { $0 += 1 }
    return self
  }

  func start(
    _ request: URLRequest, _ receive: @escaping TransferRouter.Receiver
  ) -> Transfer {
    let task = session.dataTask(with: request)
    router.add(receive, for: task)
    task.resume()
    return Transfer(task: task, lane: self)
  }

  /// Has a task's receiver get nothing more.
  func forget(_ task: URLSessionTask) { router.remove(task) }

  /// Cancels a task unless it has ended. To be called by one thread at a time, and by no event.
  func end(_ task: URLSessionTask) {
    guard task.state != .completed else { return }
    guard let immediate else { return task.cancel() }
    immediate.keepingBack { Platform.cancelAndWait(for: task) }
  }
}
