import Foundation
import OperationLab

/// Downloads one picture. Article D's operation.
///
/// ```swift
/// ImageDownloader(url)
///   .progress { print($0.received) }
///   .then { print($0.width, $0.height) }
///   .catch { print($0) }
///   .start()
/// ```
///
/// Progress comes any number of times, then exactly one of `then` and `catch`, each on the callback
/// queue: the main thread unless another was given. A cancelled download ends in `catch` with
/// ``ImageDownloadError/cancelled``. Add the closures before the start. Later ones are not heard.
///
/// It checks for cancellation after each chunk, before decoding, during it and after it. The first
/// to claim the end decides the result. All later results are dropped.
///
/// The article's operation sets itself finished in `cancel()` even when it waits in a queue and was
/// not started, which crashes the queue on Linux. `AsyncOperation` keeps that back until the start.
/// The article guards `start()` and `cancel()` with a semaphore but notifies while holding it. Here
/// nothing is notified and nothing called back under the lock.
public final class ImageDownloader: AsyncOperation, @unchecked Sendable {
  /// The address, without the user and password that it may have had.
  public let url: URL

  struct Handlers: Sendable {
    var progress: (@Sendable (DownloadProgress) -> Void)?
    var then: (@Sendable (Picture) -> Void)?
    var `catch`: (@Sendable (ImageDownloadError) -> Void)?
  }

  enum Phase: Sendable {
    case idle
    /// The bytes so far, the announced number of all, and whether a good reply has come.
    case receiving(Data, total: Int?, isAccepted: Bool, Transfer?)
    case decoding
    case over
  }

  struct State: Sendable {
    var phase = Phase.idle
    var handlers = Handlers()
    /// The figures of the progress call that waits. `nil` when none does.
    var waiting: DownloadProgress?
  }

  let state = Locked(State())
  let credentials: Credentials?
  let session: TransferSession
  let callbacks: CallbackQueue
  let limit: Int
  /// Seconds without a byte after which it fails. `nil` leaves that to the session.
  package let timeout: TimeInterval?
  private let decoder: Decoder

  /// Makes a picture of bytes, and stops when its second argument says that the picture is not
  /// wanted any more. Called on a thread of Dispatch's global pool, with no lock held. It may block that.
  public typealias Decoder =
    @Sendable (Data, _ isCancelled: () -> Bool) throws -> ImageDownloader.Picture

  /// An operation that downloads one picture. Nothing is sent before `start()`.
  ///
  /// - Parameters:
  ///   - url: an address with the scheme `http` or `https`. A user and password in it are sent to
  ///     its server as Basic authentication, and kept nowhere else.
  ///   - limit: the most bytes that are taken. A picture is in memory as a whole.
  ///   - timeout: seconds without a byte after which it fails. The session's own if `nil`. On Linux
  ///     whole seconds count.
  ///   - session: whose connections to use.
  ///   - callbacks: where the closures are called.
  ///   - decoder: reads the format of the bytes. By default binary PPM.
  public init(
    _ url: URL, limit: Int = 64 * 1_048_576, timeout: TimeInterval? = nil,
    session: TransferSession = .shared, callbacks: CallbackQueue = .main,
    decoder: Decoder? = nil
  ) {
    self.decoder = decoder ?? PortablePixmap.decode(_:isCancelled:)
    self.timeout = timeout
    self.url = url.withoutUserInfo
    credentials = Credentials(of: url)
    self.limit = limit
    self.session = session
    self.callbacks = callbacks
  }

  /// Called with the progress. If calls cannot keep up, only the newest figures are delivered.
  @discardableResult
  public func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self {
    state.withLock { $0.handlers.progress = body }
    return self
  }

  /// Gets the picture.
  @discardableResult
  public func then(_ body: @escaping @Sendable (ImageDownloader.Picture) -> Void) -> Self {
    state.withLock { $0.handlers.then = body }
    return self
  }

  /// Gets the error.
  @discardableResult
  public func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self {
    state.withLock { $0.handlers.catch = body }
    return self
  }

  /// Decodes all the bytes and finishes. It does not begin if it was cancelled before.
  func decode(_ data: Data) {
    if isCancelled { return end(.failure(.cancelled)) }
    do {
      end(.success(try decoder(data) { self.isCancelled }))
    } catch {
      let isCancelled = isCancelled || error as? PortablePixmap.Failure == .cancelled
      end(.failure(isCancelled ? .cancelled : .notAPicture("\(error)")))
    }
  }

  public override func work() {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
      return end(.failure(.download(.unusableAddress(url.absoluteString))))
    }
    let mayRun = state.withLock { state in
      guard case .idle = state.phase else { return false }
      state.phase = .receiving(Data(), total: nil, isAccepted: false, nil)
      return true
    }
    if mayRun { begin() }
  }

  /// Ends the download, wherever it is. Callable from any thread, any number of times.
  public override func cancel() {
    super.cancel()
    end(.failure(.cancelled))
  }
}

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension ImageDownloader {
  func begin() {
    var request = URLRequest(url: url)
    credentials?.authorize(&request)
    // Foundation would decode anything else behind our back, with no limit on what comes out.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let timeout { request.timeoutInterval = timeout }
    let transfer = session.start(request) { self.receive($0) }
    let isWanted = state.withLock { state in
      switch state.phase {
      case .receiving(let data, let total, let isAccepted, _):
        state.phase = .receiving(data, total: total, isAccepted: isAccepted, transfer)
        return true
      case .decoding: return true
      case .idle, .over: return false
      }
    }
    if !isWanted { transfer.cancel() }
  }

  /// Runs on a thread of the session, one event at a time.
  private func receive(_ event: TransferEvent) {
    do throws(ImageDownloadError) {
      switch event {
      case .response(let response): try accept(ReplyHead(response))
      case .bytes(let bytes): try append(bytes)
      case .ended(let error?): throw .download(DownloadError(error))
      case .ended(nil):
        guard let data = try claimData() else { return }
        // Not here: the thread of the session serves other transfers as well.
        DispatchQueue.global().async { self.decode(data) }
      }
    } catch {
      end(.failure(error))
    }
  }

  private func accept(_ reply: ReplyHead) throws(ImageDownloadError) {
    switch reply.judged(offset: 0, record: nil) {
    case .keepPart(let error), .discardPart(let error): throw .download(error)
    case .append, .startOver: break
    }
    guard reply.bodyLength ?? 0 <= limit else { throw .tooLarge(limit: limit) }
    state.withLock { state in
      guard case .receiving(let data, _, _, let transfer) = state.phase else { return }
      state.phase = .receiving(data, total: reply.bodyLength, isAccepted: true, transfer)
    }
  }

  private func append(_ bytes: Data) throws(ImageDownloadError) {
    let limit = limit
    let isFirst = try state.withLock { state throws(ImageDownloadError) in
      guard case .receiving(var data, let total, let isAccepted, let transfer) = state.phase else {
        return false
      }
      // Taken out while it grows: with two owners every chunk would copy all that came before.
      state.phase = .over
      data.append(bytes)
      state.phase = .receiving(data, total: total, isAccepted: isAccepted, transfer)
      guard data.count <= limit else { throw .tooLarge(limit: limit) }
      defer { state.waiting = DownloadProgress(received: data.count, total: total) }
      return state.waiting == nil && state.handlers.progress != nil
    }
    if isFirst { callbacks.run { self.tellProgress() } }
  }

  private func tellProgress() {
    let (progress, handler) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.waiting, state.handlers.progress)
    }
    if let progress { handler?(progress) }
  }

  /// The bytes, if all of them have arrived. `nil` when another caller has claimed the end.
  private func claimData() throws(ImageDownloadError) -> Data? {
    try state.withLock { state throws(ImageDownloadError) in
      guard case .receiving(let data, let total, let isAccepted, _) = state.phase else {
        return nil
      }
      guard isAccepted else { throw .download(.badReply("it has no usable status")) }
      if let total, data.count != total {
        throw .download(.incomplete(received: data.count, total: total))
      }
      state.phase = .decoding
      return data
    }
  }

  /// The first to come here decides how it ends. Callable from any thread.
  func end(_ result: Result<Picture, ImageDownloadError>) {
    let claim: (handlers: Handlers, transfer: Transfer?)? = state.withLock { state in
      defer { state.phase = .over }
      // Removed from the operation: closures often hold the object that holds the operation.
      defer { state.handlers = Handlers(progress: state.handlers.progress) }
      switch state.phase {
      case .over: return nil
      case .receiving(_, _, _, let transfer): return (state.handlers, transfer)
      case .idle, .decoding: return (state.handlers, nil)
      }
    }
    guard let claim else { return }
    claim.transfer?.cancel()
    finish()
    callbacks.run { [self] in
      // Progress that has been called for comes first. After the end there is none.
      state.withLock { $0.handlers = Handlers() }
      switch result {
      case .success(let picture): claim.handlers.then?(picture)
      case .failure(let error): claim.handlers.catch?(error)
      }
    }
  }
}
