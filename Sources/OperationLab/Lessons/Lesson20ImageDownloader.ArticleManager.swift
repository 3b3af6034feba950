import Foundation

extension PictureChain {
  // snippet: article-manager
  /// Article D's manager: a table of operations by address, and a queue.
  final class ArticleManager: Sendable {
    private let operations = Locked<[URL: Download]>([:])
    private let queue: OperationQueue
    private let bench: Bench
    private let session: TransferSession
    private let onCompletion: @Sendable () -> Void

    init(
      _ queue: OperationQueue, _ bench: Bench, _ session: TransferSession,
      onCompletion: @escaping @Sendable () -> Void = {}
    ) {
      (self.queue, self.bench, self.session) = (queue, bench, session)
      self.onCompletion = onCompletion
    }

    func download(_ url: URL, completion: @escaping ImageDownloadManager.Completion) {
      let name = "download \(queue.operationCount + 1)"
      let operation = LookingDownload(bench.log(name), url, session)
      operation
        .then { completion(.success($0)) }
        .catch { completion(.failure($0)) }
        .completionBlock = { [self] in
          operations.withLock { _ = $0.removeValue(forKey: url) }
          onCompletion()
        }
      operations.withLock { $0[url] = operation }
      queue.addOperation(operation)
    }

    func cancel(_ url: URL) {
      operations.withLock { $0[url] }?.cancel()
    }
  }
  // end snippet
}
