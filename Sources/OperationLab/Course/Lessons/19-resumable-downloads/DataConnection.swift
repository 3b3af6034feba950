import Foundation
import OperationDownloads
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A connection in an operation that can be paused: what article E's example, AFNetworking's
/// connection operation, carries through its states.
///
/// ```swift
/// let connection = DataConnection(url) { result in show(result) }
/// queue.addOperation(connection.operation)
/// connection.pause()
/// connection.resume()
/// ```
///
/// When paused, it drops its transfer and keeps the bytes and its slot in the queue. When resumed,
/// it asks for the rest, or for everything if the server does not name versions. You can call all
/// methods from any thread. It stays in memory until its operation has finished, or forever if it
/// is never started.
final class DataConnection: Sendable {
  /// Told of the end: all bytes, or why there are none.
  typealias Completion = @Sendable (Result<Data, DownloadError>) -> Void

  private struct State {
    var data = Data()
    var record: PartFile.Record?
    var error: DownloadError?
    /// The transfer under way, and its number: events of an older one are old news.
    var transfer: Transfer?
    var attempt = 0
    var isComplete = false
    var isTold = false
  }

  /// The operation to put into a queue, or to start.
  let operation: ConnectionOperation
  /// Where the bytes come from.
  let url: URL

  private let state = Locked(State())
  private let session: TransferSession
  private let callbacks: DownloadManager.CallbackQueue
  private let onProgress: @Sendable (DownloadProgress) -> Void
  private let completion: Completion

  /// A connection. Nothing is sent before `start()`.
  ///
  /// - Parameters:
  ///   - url: an address with the scheme `http` or `https`.
  ///   - session: the session whose connections it uses.
  ///   - callbacks: where progress and the result are delivered.
  ///   - progress: called for each piece.
  ///   - completion: called once, also when it is cancelled.
  init(
    _ url: URL, session: TransferSession = .shared,
    callbacks: DownloadManager.CallbackQueue = .main,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in },
    completion: @escaping Completion = { _ in }
  ) {
    (self.url, self.session, self.callbacks) = (url, session, callbacks)
    (onProgress, self.completion) = (progress, completion)
    // The operation keeps the connection alive as well. So it is enough to have the operation in a
    // queue.
    let owner = Locked<DataConnection?>(nil)
    operation = ConnectionOperation { operation, move in
      let connection = owner.withLock { $0 }
      connection?.follow(operation)
      // Not as soon as it is finished: another thread may be about to bring this very move.
      if move.new == .finished { owner.withLock { $0 = nil } }
    }
    owner.withLock { $0 = self }
  }

  /// The bytes that have come.
  var data: Data { state.withLock { $0.data } }
  /// Why it failed. `nil` if it did not, or not yet.
  var error: DownloadError? { state.withLock { $0.error } }
  /// How much has come, of how much if the server said so.
  var progress: DownloadProgress {
    state.withLock { DownloadProgress(received: $0.data.count, total: $0.record?.total) }
  }

  /// Drops the transfer and keeps the bytes.
  func pause() { operation.pause() }
  /// Goes on with the rest.
  func resume() { operation.resume() }
  /// Ends it. The result is ``DownloadError/cancelled``.
  func cancel() { operation.cancel() }
}

// MARK: - What the transfer does in each state

extension DataConnection {
  /// Does what the operation's present state asks for. Moves of several threads may be heard in any
  /// order, so what counts is not the move but the state.
  private func follow(_ operation: ConnectionOperation) {
    switch operation.state {
    case .executing: begin()
    case .paused, .ready: drop()
    case .finished:
      drop()
      tell()
    }
  }

  private func begin() {
    let (attempt, request): (Int, URLRequest?) = state.withLock { state in
      guard state.transfer == nil, !state.isComplete, state.error == nil else { return (0, nil) }
      state.attempt += 1
      return (state.attempt, rest(of: &state))
    }
    guard let request else { return }
    let transfer = session.start(request) { [self] in receive($0, attempt) }
    let isWanted = state.withLock { state in
      guard state.attempt == attempt, operation.state == .executing else { return false }
      state.transfer = transfer
      return true
    }
    if !isWanted { transfer.cancel() }
  }

  /// The request for the missing bytes, or for all of them if the version of the existing ones is
  /// not known.
  private func rest(of state: inout State) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    guard let validator = state.record?.validator, !state.data.isEmpty else {
      (state.data, state.record) = (Data(), nil)
      return request
    }
    request.setValue("bytes=\(state.data.count)-", forHTTPHeaderField: "Range")
    request.setValue(validator, forHTTPHeaderField: "If-Range")
    return request
  }

  private func drop() {
    let transfer: Transfer? = state.withLock { state in
      // It was resumed meanwhile, and that call may have found the transfer still in place.
      guard operation.state != .executing else { return nil }
      state.attempt += 1
      defer { state.transfer = nil }
      return state.transfer
    }
    transfer?.cancel()
  }

  /// Runs on a thread of the session, one event at a time.
  private func receive(_ event: TransferEvent, _ attempt: Int) {
    let isOver: Bool = state.withLock { state in
      guard state.attempt == attempt else { return false }
      do throws(DownloadError) {
        switch event {
        case .response(let response): try accept(ReplyHead(response), &state)
        case .bytes(let bytes): state.data.append(bytes)
        case .ended(let error?): throw DownloadError(error)
        case .ended(nil):
          if let total = state.record?.total, total != state.data.count {
            throw .incomplete(received: state.data.count, total: total)
          }
          state.isComplete = true
        }
      } catch {
        state.error = error
      }
      return state.isComplete || state.error != nil
    }
    if case .bytes = event, !isOver { callbacks.run { [self] in onProgress(progress) } }
    // On another thread: the session's serves other transfers as well.
    if isOver { DispatchQueue.global().async { [self] in operation.finish() } }
  }

  private func accept(_ reply: ReplyHead, _ state: inout State) throws(DownloadError) {
    switch reply.judged(offset: state.data.count, record: state.record) {
    case .append: break
    case .startOver:
      (state.data, state.record) = (Data(), PartFile.Record(url: url, reply: reply))
    case .keepPart(let error), .discardPart(let error): throw error
    }
  }

  private func tell() {
    let result: Result<Data, DownloadError>? = state.withLock { state in
      guard !state.isTold else { return nil }
      state.isTold = true
      if let error = state.error { return .failure(error) }
      return state.isComplete ? .success(state.data) : .failure(.cancelled)
    }
    if let result { callbacks.run { [completion] in completion(result) } }
  }
}
