import Foundation

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

  /// The bytes, if all of them have come; nil when somebody else has claimed the end.
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
      // Taken out of the operation: closures often hold whoever holds the operation.
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
      // Progress that has been called for comes first; after the end there is none.
      state.withLock { $0.handlers = Handlers() }
      switch result {
      case .success(let picture): claim.handlers.then?(picture)
      case .failure(let error): claim.handlers.catch?(error)
      }
    }
  }
}
