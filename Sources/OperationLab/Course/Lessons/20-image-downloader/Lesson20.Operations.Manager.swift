import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  // snippet: article-manager
  /// Article D's manager: a table of operations by address, which no lock guards, and a queue.
  class ArticleManager: @unchecked Sendable {
    private let operations: Table
    private let queue: OperationQueue
    private let bench: Bench
    private let session: TransferSession
    private let count = Locked(0)
    private let onCompletion: @Sendable () -> Void

    init(
      _ queue: OperationQueue, _ bench: Bench, _ session: TransferSession,
      table: Table = Table(), onCompletion: @escaping @Sendable () -> Void = {}
    ) {
      (self.queue, self.bench, self.session, operations) = (queue, bench, session, table)
      self.onCompletion = onCompletion
    }

    final func download(_ url: URL, completion: @escaping ImageDownloadManager.Completion) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let log = bench.log("download \(number)")
      let operation = MortalDownload(log, url, session)
      tie(operation, to: url, completion)
      operations.change { $0[url] = operation }
      queue.addOperation(operation)
    }

    /// Sets the closures. Each of them asks, as the article's do, whether the operation still has the
    /// address; it always has.
    func tie(
      _ operation: Download, to url: URL, _ completion: @escaping ImageDownloadManager.Completion
    ) {
      operation
        .then { if operation.url == url { completion(.success($0)) } }
        .catch { if operation.url == url { completion(.failure($0)) } }
        .completionBlock = { [weak self] in
          if operation.url == url { self?.operations.change { $0.removeValue(forKey: url) } }
          operation.log(.completed)
          self?.onCompletion()
        }
    }

    /// Takes an operation out of the table, if it is the one that the table has.
    final func forget(_ url: URL, _ operation: Download?) {
      operations.change { if $0[url] === operation { $0[url] = nil } }
      onCompletion()
    }

    final func cancel(_ url: URL) {
      guard let operation = operations[url], !operation.isFinished else { return }
      if operation.url == url { operation.cancel() }
    }
  }
  // end snippet

  typealias Ask = (URL, @escaping ImageDownloadManager.Completion) -> Void

  /// A manager, as a program uses it.
  struct Asked {
    var ask: Ask
    var cancel: (URL) -> Void
    /// Waits until the manager has heard of the end of the first download.
    var awaitFirstEnd: () -> Void
  }

  /// One picture that a manager is asked for, held at the server.
  struct Requested: Sendable {
    let url: URL
    /// Opened when the server has been asked for it.
    let isAsked: Gate
    /// Released when the server may send it.
    let hold: LoopbackServer.Hold
    /// Opened when its connection has gone away while the server held it.
    let isGone: Gate
    /// Opened when the caller has its result.
    let isTold: Gate
    private let log: Log

    init(_ bench: Bench, _ network: PictureNetwork, _ name: String, at path: String) {
      func gate(_ what: String) -> Gate { bench.gate("\(name) \(what)", isTraced: false) }
      let (isAsked, isGone, seen) = (
        gate("is asked for"), gate("is gone"), bench.log("\(name) server")
      )
      log = bench.log(name)
      url = network.server.url(path)
      hold = LoopbackServer.Hold {
        seen(connectionIsGone)
        isGone.open()
      }
      (self.isAsked, self.isGone, isTold) = (isAsked, isGone, gate("is told"))
      network.serve(path, at: [hold]) {
        seen(Lesson20.isAsked)
        isAsked.open()
      }
    }

    func tell(_ result: Result<Picture, ImageDownloadError>) {
      log(result.mark)
      isTold.open()
    }
  }
}

extension Result<Picture, ImageDownloadError> {
  var mark: Event.Mark {
    switch self {
    case .success: Lesson20.getsPicture
    case .failure(let error): Lesson20.getsError(error.short)
    }
  }
}
