import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One `URLSession` with its delegate and its connections.
final class TransferLane: Sendable {
  private let session: URLSession
  private let router = TransferRouter()

  init(_ configuration: URLSessionConfiguration) {
    let queue = Platform.sessionKeepsUnreadData ? ImmediateQueue() : OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// How many transfers are under way or about to begin.
  var load: Int { router.load.load(ordering: .relaxed) }

  /// Counts a transfer that is about to begin, so that the next one finds another lane.
  func reserved() -> TransferLane {
    router.load.add(1, ordering: .relaxed)
    return self
  }

  func start(
    _ request: URLRequest, _ receive: @escaping TransferRouter.Receiver
  ) -> Transfer {
    let task = session.dataTask(with: request)
    router.add(receive, for: task)
    task.resume()
    return Transfer(task: task, router: router)
  }
}
