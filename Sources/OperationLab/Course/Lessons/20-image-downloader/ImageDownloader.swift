import Foundation
import OperationDownloads
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Why there is no picture.
enum ImageDownloadError: Error, Hashable, Sendable {
  case cancelled
  /// The bytes did not come.
  case download(DownloadError)
  /// The bytes came, but they are no picture. The text says what the decoder threw.
  case notAPicture(String)
}

/// Downloads one picture. Article D's operation, mended.
///
/// ```swift
/// ImageDownloader(url).progress { show($0) }.then { show($0) }.catch { show($0) }.start()
/// ```
///
/// Progress comes any number of times, then exactly one of `then` and `catch`, all on the main thread. The first
/// to call `end(_:)` decides the result, and later results are dropped.
///
/// The article's operation finishes in `cancel()` even when it waits in a queue and was not started, which
/// crashes the queue on Linux. `AsyncOperation` keeps that back until the start. The article holds its semaphore
/// while it notifies. Here nothing is called under the lock.
final class ImageDownloader: AsyncOperation, @unchecked Sendable {
  /// Makes a picture of bytes, on a thread of Dispatch's global pool.
  typealias Decoder = @Sendable (Data) throws -> Picture

  private struct Handlers: Sendable {
    var progress: (@Sendable (DownloadProgress) -> Void)?
    var then: (@Sendable (Picture) -> Void)?
    var `catch`: (@Sendable (ImageDownloadError) -> Void)?
  }

  private struct State: Sendable {
    var handlers = Handlers()
    var data = Data()
    /// How many bytes the server has announced.
    var total: Int?
    var transfer: Transfer?
    var hasEnded = false
  }

  private let state = Locked(State())
  private let url: URL
  private let session: TransferSession
  private let decoder: Decoder

  /// Nothing is sent before `start()`.
  init(
    _ url: URL, session: TransferSession = .shared,
    decoder: @escaping Decoder = { try PortablePixmap.decode($0) }
  ) {
    (self.url, self.session, self.decoder) = (url, session, decoder)
  }

  @discardableResult
  func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self {
    state.withLock { $0.handlers.progress = body }
    return self
  }

  @discardableResult
  func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self {
    state.withLock { $0.handlers.then = body }
    return self
  }

  @discardableResult
  func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self {
    state.withLock { $0.handlers.catch = body }
    return self
  }

  override func work() {
    var request = URLRequest(url: url)
    // The announced length is that of the bytes as they are sent.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    let transfer = session.start(request) { self.receive($0) }
    let isWanted = state.withLock { state in
      if !state.hasEnded { state.transfer = transfer }
      return !state.hasEnded
    }
    if !isWanted { transfer.cancel() }
  }

  override func cancel() {
    super.cancel()
    end(.failure(.cancelled))
  }

  /// Gets one event at a time, on a thread of the session.
  private func receive(_ event: TransferEvent) {
    switch event {
    case .response(let response): accept(response)
    case .bytes(let bytes): append(bytes)
    case .ended(let error?): end(.failure(.download(DownloadError(error))))
    // Not here: the thread of the session serves other transfers as well.
    case .ended(nil): DispatchQueue.global().async { self.decode() }
    }
  }

  private func accept(_ response: HTTPURLResponse) {
    switch ReplyHead(response).judged(offset: 0, record: nil) {
    case .keepPart(let error), .discardPart(let error): end(.failure(.download(error)))
    case .append, .startOver:
      let length = Int(response.expectedContentLength)
      state.withLock { $0.total = length < 0 ? nil : length }
    }
  }

  private func append(_ bytes: Data) {
    let progress: DownloadProgress? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.data.append(bytes)
      return DownloadProgress(received: state.data.count, total: state.total)
    }
    guard let progress else { return }
    DispatchQueue.main.async { self.state.withLock { $0.handlers.progress }?(progress) }
  }

  private func decode() {
    let (data, total) = state.withLock { ($0.data, $0.total) }
    if let total, total != data.count {
      return end(.failure(.download(.incomplete(received: data.count, total: total))))
    }
    // A cancelled download has ended, and decoding takes long.
    guard !isCancelled else { return }
    do { end(.success(try decoder(data))) } catch { end(.failure(.notAPicture("\(error)"))) }
  }

  /// Every end calls this function. Only the first delivers its result.
  private func end(_ result: Result<Picture, ImageDownloadError>) {
    let (isFirst, transfer) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.transfer)
    }
    guard isFirst else { return }
    transfer?.cancel()
    finish()
    DispatchQueue.main.async { [state] in
      // No progress comes after the end. And closures often hold the object that holds the operation.
      let handlers = state.withLock { state in
        defer { state.handlers = Handlers() }
        return state.handlers
      }
      switch result {
      case .success(let picture): handlers.then?(picture)
      case .failure(let error): handlers.catch?(error)
      }
    }
  }
}
