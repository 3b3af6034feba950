import Foundation
import OperationLab

/// Downloads pictures, a few at a time. Article D's manager.
///
/// Two requests for one address share one transfer, and each gets its own result, exactly once.
/// A transfer is forgotten when it completes.
///
/// The article forgets by address in the completion block. Cancel a download and ask for the same
/// address again at once, and the old one's completion block removes the new one from the table:
/// it can then neither be cancelled nor shared. Here only an operation that is still in the table
/// itself is removed.
///
/// All methods may be called from any thread.
public final class ImageDownloadManager: Sendable {
  /// Gets a request's result, exactly once.
  public typealias Completion =
    @Sendable (Result<ImageDownloader.Picture, ImageDownloadError>) -> Void

  private struct Waiter: Sendable {
    var progress: (@Sendable (DownloadProgress) -> Void)?
    var completion: Completion
    /// Where its completion is called.
    var callbacks: CallbackQueue
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
  private let callbacks: CallbackQueue
  private let timeout: TimeInterval?
  private let decoder: ImageDownloader.Decoder?
  /// Where operations call back. One queue, so that their calls keep their order.
  private let inbox = DispatchQueue(label: "lab.images")

  /// A manager with nothing to do.
  ///
  /// - Parameters:
  ///   - maxConcurrentOperationCount: how many transfers run at a time.
  ///   - timeout: seconds without a byte after which a transfer fails that was asked for without a
  ///     timeout of its own. The session's if `nil`. On Linux whole seconds count.
  ///   - session: whose connections to use.
  ///   - callbacks: where progress and results are delivered.
  ///   - decoder: reads the format of the bytes. By default binary PPM.
  public init(
    maxConcurrentOperationCount: Int = 6, timeout: TimeInterval? = nil,
    session: TransferSession = .shared, callbacks: CallbackQueue = .main,
    decoder: ImageDownloader.Decoder? = nil
  ) {
    self.timeout = timeout
    self.decoder = decoder
    self.session = session
    self.callbacks = callbacks
    queue.maxConcurrentOperationCount = maxConcurrentOperationCount
  }

  /// How many transfers run at a time.
  public var maxConcurrentOperationCount: Int {
    get { queue.maxConcurrentOperationCount }
    set { queue.maxConcurrentOperationCount = newValue }
  }

  /// The addresses that are being downloaded or wait for their turn.
  package var addresses: Set<URL> { state.withLock { Set($0.entries.keys) } }

  /// Asks for a picture.
  ///
  /// - Parameters:
  ///   - url: the picture's address.
  ///   - timeout: seconds without a byte after which this download fails. The manager's if `nil`.
  ///     Of several requests that share a transfer, the first one's counts.
  ///   - progress: called as the transfer proceeds.
  ///   - completion: called once with the result.
  /// - Returns: an object that cancels this request and no other for the same address.
  @discardableResult
  public func download(
    _ url: URL, timeout: TimeInterval? = nil,
    progress: (@Sendable (DownloadProgress) -> Void)? = nil, completion: @escaping Completion
  ) -> Ticket {
    download(
      url, timeout: timeout, progress: progress, completingOn: callbacks, completion: completion)
  }

  /// Asks for a picture whose completion is called elsewhere than all other callbacks.
  func download(
    _ url: URL, timeout: TimeInterval? = nil, progress: (@Sendable (DownloadProgress) -> Void)?,
    completingOn callbacks: CallbackQueue, completion: @escaping Completion
  ) -> Ticket {
    let waiter = Waiter(progress: progress, completion: completion, callbacks: callbacks)
    let (number, operation): (Int, ImageDownloader?) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      let isNew = state.entries[url] == nil
      var entry = state.entries[url] ?? Entry(operation: downloader(for: url, timeout))
      entry.waiters[number] = waiter
      state.entries[url] = entry
      return (number, isNew ? entry.operation : nil)
    }
    if let operation { queue.addOperation(operation) }
    return Ticket(manager: self, url: url, number: number)
  }

  /// Cancels every request for an address.
  public func cancel(_ url: URL) {
    let entry = state.withLock { $0.entries.removeValue(forKey: url) }
    entry?.operation.cancel()
    tell(.failure(.cancelled), entry?.waiters)
  }

  /// Cancels every request.
  ///
  /// Those that wait for a slot go first: each slot that is freed would start one of them.
  public func cancelAll() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries.values
    }
    let (running, waiting) = (
      entries.filter { $0.operation.isExecuting }, entries.filter { !$0.operation.isExecuting }
    )
    for entry in waiting + running {
      entry.operation.cancel()
      tell(.failure(.cancelled), entry.waiters)
    }
  }

  /// What a request is known by.
  public struct Ticket: Sendable {
    fileprivate let manager: ImageDownloadManager
    /// What was asked for.
    public let url: URL
    fileprivate let number: Int

    /// Cancels the request. The transfer continues as long as another request needs it.
    public func cancel() { manager.cancel(self) }
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
    if let waiter { waiter.callbacks.run { waiter.completion(.failure(.cancelled)) } }
  }

  private func downloader(for url: URL, _ timeout: TimeInterval?) -> ImageDownloader {
    let operation = ImageDownloader(
      url, timeout: timeout ?? self.timeout, session: session, callbacks: .dispatch(inbox),
      decoder: decoder)
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
    for handler in (waiters ?? [:]).values.compactMap(\.progress) {
      callbacks.run { handler(progress) }
    }
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
      waiter.callbacks.run { waiter.completion(result) }
    }
  }
}
