import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension DownloadOperation {
  /// Opens the part, and says what to ask for; `nil` if the end was claimed before.
  ///
  /// Both at once: who cancels in between would end the operation while its part is still held.
  func openPart() throws(DownloadError) -> (
    request: URLRequest, progress: DownloadProgress, isWhole: Bool
  )? {
    try phase.withLock { phase throws(DownloadError) in
      guard case .idle = phase else { return nil }
      let part = try PartFile(of: destination, from: url, resuming: resumes, in: folder)
      phase = .running(part, nil, isReceiving: false)
      return (rest(of: part), part.progress, part.isWhole)
    }
  }

  /// Asks for the file, or for what is missing of it.
  func rest(of part: PartFile) -> URLRequest {
    var request = URLRequest(url: url)
    credentials?.authorize(&request)
    // An encoded body could not be told from the file, nor continued.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let timeout { request.timeoutInterval = timeout }
    request.allowsCellularAccess = allowsCellular
    if part.length > 0, let validator = part.record?.validator {
      request.setValue("bytes=\(part.length)-", forHTTPHeaderField: "Range")
      request.setValue(validator, forHTTPHeaderField: "If-Range")
    }
    return request
  }

  func begin(_ request: URLRequest) {
    let transfer = session.start(request) { self.receive($0) }
    let isWanted = phase.withLock { phase in
      guard case .running(let part, _, let isReceiving) = phase else { return false }
      phase = .running(part, transfer, isReceiving: isReceiving)
      return true
    }
    if !isWanted { transfer.cancel() }
  }

  /// Runs on a thread of the session, one event at a time.
  private func receive(_ event: TransferEvent) {
    do throws(DownloadError) {
      switch event {
      case .response(let response): try accept(ReplyHead(response))
      case .bytes(let bytes): try append(bytes)
      case .ended(let error):
        if let error { throw DownloadError(error) }
        try checkWholeness()
        endSoon(.success(destination))
      }
    } catch {
      endSoon(.failure(error))
    }
  }

  private func accept(_ reply: ReplyHead) throws(DownloadError) {
    let url = url
    try whileRunning { part, isReceiving throws(DownloadError) in
      switch reply.judged(offset: part.length, record: part.record) {
      case .append:
        if let total = reply.wholeLength { part.expect(total: total) }
      case .startOver: try part.startOver(PartFile.Record(url: url, reply: reply))
      case .keepPart(let error): throw error
      case .discardPart(let error):
        part.discard()
        throw error
      }
      isReceiving = true
    }
  }

  private func append(_ bytes: Data) throws(DownloadError) {
    let progress = try whileRunning { part, _ throws(DownloadError) in
      let before = part.length
      try part.append(bytes)
      // Waking another thread for each of the 12,000 pieces of a 200 MB file costs a fifth of the
      // whole download.
      let step = Self.progressStep
      return before / step < part.length / step || before == 0 ? part.progress : nil
    }
    if case let progress?? = progress { report(.progress(progress)) }
  }

  /// Progress is reported for the first bytes, for every so many further ones, and at the end.
  private static let progressStep = 262_144

  private func checkWholeness() throws(DownloadError) {
    let progress = try whileRunning { part, isReceiving throws(DownloadError) in
      // On Linux a redirection that leads nowhere ends without a response and without an error.
      guard isReceiving else { throw .badReply("it has no usable status") }
      if let total = part.record?.total, part.length != total {
        throw .incomplete(received: part.length, total: total)
      }
      return part.progress
    }
    if let progress { report(.progress(progress)) }
  }

  /// Does something with the part, unless the end was claimed.
  @discardableResult
  private func whileRunning<Value>(
    _ body: (PartFile, inout Bool) throws(DownloadError) -> Value
  ) throws(DownloadError) -> Value? {
    try phase.withLock { phase throws(DownloadError) in
      guard case .running(let part, let transfer, var isReceiving) = phase else { return nil }
      let value = try body(part, &isReceiving)
      phase = .running(part, transfer, isReceiving: isReceiving)
      return value
    }
  }
}
