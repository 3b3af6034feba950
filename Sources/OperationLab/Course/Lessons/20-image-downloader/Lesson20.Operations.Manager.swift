import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  // snippet: article-manager
  /// Article D's manager: a queue, and a table of operations by address.
  ///
  /// BROKEN ON PURPOSE: as in the article, the completion block removes whatever operation the table
  /// has for its address.
  final class ArticleManager: @unchecked Sendable {
    private let operations = Locked<[URL: Download]>([:])
    private let queue: OperationQueue
    private let bench: Bench
    private let session: TransferSession
    private let count = Locked(0)
    private let onChange: @Sendable ([String]) -> Void
    private let onCompletion: @Sendable () -> Void

    /// - Parameter onChange: called after each change of the table, with the names of what it has.
    init(
      _ queue: OperationQueue, _ bench: Bench, _ session: TransferSession,
      onChange: @escaping @Sendable ([String]) -> Void = { _ in },
      onCompletion: @escaping @Sendable () -> Void = {}
    ) {
      (self.queue, self.bench, self.session) = (queue, bench, session)
      (self.onChange, self.onCompletion) = (onChange, onCompletion)
    }

    func download(_ url: URL, completion: @escaping ImageDownloadManager.Completion) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let operation = CheckingDownload(bench.log("download \(number)"), url, session)
      operation
        .then { if operation.url == url { completion(.success($0)) } }
        .catch { if operation.url == url { completion(.failure($0)) } }
        .completionBlock = { [weak self] in
          if operation.url == url { self?.change { $0.removeValue(forKey: url) } }
          operation.log(.completed)
          self?.onCompletion()
        }
      change { $0[url] = operation }
      queue.addOperation(operation)
    }

    func cancel(_ url: URL) {
      guard let operation = operations.withLock({ $0[url] }), !operation.isFinished else { return }
      if operation.url == url { operation.cancel() }
    }

    private func change(_ body: (inout [URL: Download]) -> Void) {
      let names = operations.withLock { operations in
        body(&operations)
        return operations.values.map(\.log.subject)
      }
      onChange(names)
    }
  }
  // end snippet

  typealias Ask = (URL, @escaping ImageDownloadManager.Completion) -> Void

  /// A manager, as a program uses it.
  struct Managed {
    var ask: Ask
    var cancel: (URL) -> Void
    /// Waits until the manager has processed the end of the first download.
    var awaitFirstEnd: () -> Void
  }

  /// One picture that a program asks a manager for. The server holds its reply.
  struct Requested: Sendable {
    let url: URL
    /// Opened when the server has the request.
    let hasRequest: Gate
    /// Released when the server may send the picture.
    let hold: LoopbackServer.Hold
    /// Opened when the connection was closed while the server held the reply.
    let isClosed: Gate
    /// Opened when the caller has its result.
    let hasResult: Gate
    private let log: Log

    init(_ bench: Bench, _ network: PictureNetwork, _ name: String, at path: String) {
      func gate(_ what: String) -> Gate { bench.gate("\(name) \(what)", isTraced: false) }
      let (hasRequest, isClosed, server) = (
        gate("is requested"), gate("is closed"), bench.log("\(name) server")
      )
      log = bench.log(name)
      url = network.server.url(path)
      hold = LoopbackServer.Hold {
        server(connectionIsClosed)
        isClosed.open()
      }
      (self.hasRequest, self.isClosed, hasResult) = (hasRequest, isClosed, gate("has a result"))
      network.serve(path, at: [hold]) {
        server(Lesson20.hasRequest)
        hasRequest.open()
      }
    }

    func record(_ result: Result<Picture, ImageDownloadError>) {
      log(result.mark)
      hasResult.open()
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
