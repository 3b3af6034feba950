import Foundation
import OperationDownloads
import OperationLab

/// Downloads pictures, a few at a time. Article D's manager, mended.
///
/// Two requests for one address share one transfer, and each gets its own result, exactly once, on the main thread.
/// You can call all functions from any thread.
///
/// The article forgets by address in the completion block. Cancel a download and ask for the same
/// address again at once, and the old one's completion block removes the new one from the table:
/// it can then neither be cancelled nor shared. Here only an operation that is still in the table
/// itself is removed.
final class ImageDownloadManager: Sendable {
  typealias Completion = @Sendable (Result<Picture, ImageDownloadError>) -> Void

  /// What a request is known by.
  struct Ticket: Sendable {
    fileprivate let manager: ImageDownloadManager
    fileprivate let url: URL
    fileprivate let number: Int

    /// Cancels the request. The transfer continues as long as another request needs it.
    func cancel() { manager.cancel(self) }
  }

  private struct Waiter: Sendable {
    var progress: (@Sendable (DownloadProgress) -> Void)?
    var completion: Completion
  }

  private struct Entry {
    var operation: ImageDownloader
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var entries: [URL: Entry] = [:]
    var nextNumber = 0
  }

  private let state = Locked(State())
  private let queue = OperationQueue()
  private let session: TransferSession
  private let decoder: ImageDownloader.Decoder

  init(
    maxConcurrentOperationCount: Int = 6, session: TransferSession,
    decoder: @escaping ImageDownloader.Decoder = { try PortablePixmap.decode($0) }
  ) {
    (self.session, self.decoder) = (session, decoder)
    queue.maxConcurrentOperationCount = maxConcurrentOperationCount
  }

  /// The addresses that are being downloaded or wait for their turn.
  var addresses: Set<URL> { state.withLock { Set($0.entries.keys) } }

  /// Asks for a picture.
  ///
  /// - Returns: what cancels this request and no other for the same address.
  @discardableResult
  func download(
    _ url: URL, progress: (@Sendable (DownloadProgress) -> Void)? = nil,
    completion: @escaping Completion
  ) -> Ticket {
    let waiter = Waiter(progress: progress, completion: completion)
    let (number, operation): (Int, ImageDownloader?) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      let isNew = state.entries[url] == nil
      var entry = state.entries[url] ?? Entry(operation: downloader(for: url))
      entry.waiters[number] = waiter
      state.entries[url] = entry
      return (number, isNew ? entry.operation : nil)
    }
    if let operation { queue.addOperation(operation) }
    return Ticket(manager: self, url: url, number: number)
  }

  /// Cancels every request for an address.
  func cancel(_ url: URL) {
    let entry = state.withLock { $0.entries.removeValue(forKey: url) }
    entry?.operation.cancel()
    tell(.failure(.cancelled), entry?.waiters)
  }

  /// Cancels every request.
  ///
  /// Those that wait for a slot go first: each slot that is freed would start one of them.
  func cancelAll() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries.values
    }
    let waiting = entries.filter { !$0.operation.isExecuting }
    for entry in waiting + entries.filter(\.operation.isExecuting) {
      entry.operation.cancel()
      tell(.failure(.cancelled), entry.waiters)
    }
  }

  private func cancel(_ ticket: Ticket) {
    let (waiter, operation): (Waiter?, ImageDownloader?) = state.withLock { state in
      guard var entry = state.entries[ticket.url],
        let waiter = entry.waiters.removeValue(forKey: ticket.number)
      else { return (nil, nil) }
      state.entries[ticket.url] = entry.waiters.isEmpty ? nil : entry
      return (waiter, entry.waiters.isEmpty ? entry.operation : nil)
    }
    operation?.cancel()
    tell(.failure(.cancelled), waiter.map { [ticket.number: $0] })
  }

  private func downloader(for url: URL) -> ImageDownloader {
    let operation = ImageDownloader(url, session: session, decoder: decoder)
    // Not strongly: an operation that is never started would keep itself alive.
    let isMine: @Sendable (Entry?) -> Bool = { [weak operation] entry in
      entry?.operation === operation
    }
    return
      operation
      .progress { self.tellProgress($0, of: url, if: isMine) }
      .then { self.complete(url, with: .success($0), if: isMine) }
      .catch { self.complete(url, with: .failure($0), if: isMine) }
  }

  private func tellProgress(
    _ progress: DownloadProgress, of url: URL, if isMine: (Entry?) -> Bool
  ) {
    let waiters = state.withLock { state in
      isMine(state.entries[url]) ? state.entries[url]?.waiters : nil
    }
    for waiter in (waiters ?? [:]).values { waiter.progress?(progress) }
  }

  private func complete(
    _ url: URL, with result: Result<Picture, ImageDownloadError>, if isMine: (Entry?) -> Bool
  ) {
    let entry = state.withLock { state in
      isMine(state.entries[url]) ? state.entries.removeValue(forKey: url) : nil
    }
    tell(result, entry?.waiters)
  }

  private func tell(_ result: Result<Picture, ImageDownloadError>, _ waiters: [Int: Waiter]?) {
    for (_, waiter) in (waiters ?? [:]).sorted(by: { $0.key < $1.key }) {
      DispatchQueue.main.async { waiter.completion(result) }
    }
  }
}
