import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Downloads one file to disk.
///
/// It finishes when the transfer has ended and not when `start()` returns. If it is cancelled
/// before the start, while connecting or while receiving, it finishes, and reports exactly one
/// result. Bytes are written under another name as they arrive, so no half-written file
/// has the final name.
///
/// It is used once. To go on after a pause or an error, make another for the same destination with
/// `resumes` and `keepsPart`: it asks the server for the rest only.
package final class DownloadOperation: AsyncOperation, @unchecked Sendable {
  /// The address.
  package let url: URL
  /// The name that the file has when it is whole.
  package let destination: URL

  /// A report of an operation. The first says that it began, and how much is there already. It comes
  /// again if the server makes the operation start over. Then come any number of reports of progress,
  /// and one of the end. If the operation is cancelled before its start, it reports only its end.
  package enum Report: Sendable {
    case began(DownloadProgress)
    case progress(DownloadProgress)
    case ended(Result<URL, DownloadError>)
  }

  enum Phase: Sendable {
    case idle
    case running(PartFile, Transfer?, isReceiving: Bool)
    /// Somebody has claimed the end and is tidying up.
    case over
  }

  private let sha256: String?
  /// What the server said of the file, once its reply is accepted.
  let acceptedReply = Locked<DownloadManager.Download.Reply?>(nil)
  /// Whether it has made the whole file.
  let isWhole: Locked<Bool>

  private let request: URLRequest
  /// Whether its address had a user or a password.
  private let hadUserInfo: Bool
  let session: TransferSession
  private let receive: @Sendable (Report) -> Void
  private let outbox = Outbox()
  /// Holds the part, too: it is touched only inside, so never by two threads, and never after the
  /// end was claimed except by who claimed it.
  let phase = Locked(Phase.idle)
  /// Whether the bytes stay on disk if it does not succeed.
  let keepsPart: Bool
  let resumes: Bool

  /// An operation that downloads one file. Nothing is sent before `start()`.
  ///
  /// - Parameters:
  ///   - request: for an address with the scheme `http` or `https`, without a user and password.
  ///   - destination: a file in a folder that exists. Replaced if it is a plain file, and refused
  ///     if it is a link or anything else.
  ///   - session: whose connections to use.
  ///   - resumes: whether to continue what is on disk.
  ///   - keepsPart: whether what has arrived stays on disk when the download does not succeed.
  ///   - sha256: what the SHA-256 of the whole file must be, in hexadecimal digits.
  ///   - isWhole: set when the whole file is in its place.
  ///   - report: called with one report at a time, in their order, on whichever thread they happen and with
  ///     no lock held. It must not block, nor start a transfer.
  package init(
    _ request: URLRequest, to destination: URL, session: TransferSession,
    resumes: Bool, keepsPart: Bool,
    sha256: String? = nil, isWhole: Locked<Bool> = Locked(false),
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.sha256 = sha256?.lowercased()
    // A request without an address is refused as one that cannot be downloaded.
    let url = request.url ?? URL(fileURLWithPath: "/")
    self.url = url.withoutUserInfo
    hadUserInfo = url.hasUserInfo
    self.request = request.plainGet(of: url.withoutUserInfo)
    self.destination = destination
    self.session = session
    receive = report
    (self.resumes, self.keepsPart, self.isWhole) = (resumes, keepsPart, isWhole)
  }

  package override func work() {
    do throws(DownloadError) {
      if hadUserInfo { throw .credentialsInAddress }
      guard ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
        throw .unusableAddress(url.absoluteString)
      }
      guard let (request, isWhole) = try openPart() else { return }
      if isWhole { return end(.success(destination)) }
      begin(request)
    } catch {
      end(.failure(error))
    }
  }

  /// Ends the download, wherever it is. Callable from any thread, any number of times.
  package override func cancel() {
    super.cancel()
    if let claim = claimEnd() { conclude(claim, .failure(.cancelled)) }
  }
}

extension DownloadOperation {
  /// The right to end an operation, and what there is to tidy up.
  struct Claim: Sendable {
    var part: PartFile?
    var transfer: Transfer?
  }

  /// The caller that gets the claim ends the operation. All others get nil.
  func claimEnd() -> Claim? {
    phase.withLock { phase in
      defer { phase = .over }
      switch phase {
      case .idle: return Claim()
      case .running(let part, let transfer, _): return Claim(part: part, transfer: transfer)
      case .over: return nil
      }
    }
  }

  func end(_ result: Result<URL, DownloadError>) {
    if let claim = claimEnd() { conclude(claim, result) }
  }

  /// Ends the operation from within an event: on another thread, because flushing takes its time
  /// and the thread of the session serves other transfers as well.
  func endSoon(_ result: Result<URL, DownloadError>) {
    guard let claim = claimEnd() else { return }
    DispatchQueue.global().async { self.conclude(claim, result) }
  }

  func conclude(_ claim: Claim, _ result: Result<URL, DownloadError>) {
    claim.transfer?.cancel()
    var result = result
    if case .success = result {
      do throws(DownloadError) {
        try claim.part?.finish(sha256: sha256)
      } catch { result = .failure(error) }
    }
    if case .failure = result, let part = claim.part {
      keepsPart ? part.close() : part.discard()
      report(.progress(part.progress))
    }
    if case .success = result { isWhole.withLock { $0 = true } }
    // It finishes first, because the report may start the next operation on the same file.
    finish()
    report(.ended(result))
    outbox.deliver()
  }

  /// Adds a report, in its order. It is delivered without the lock of `phase`.
  private func report(_ report: Report) { outbox.add { [receive] in receive(report) } }
}

extension DownloadOperation {
  /// Opens the part, reports that, and says what to ask for. `nil` if the end was claimed before.
  ///
  /// All in one step. A cancel() in between would finish the operation while it still has its
  /// part, or report its end before its beginning.
  func openPart() throws(DownloadError) -> (request: URLRequest, isWhole: Bool)? {
    defer { outbox.deliver() }
    return try phase.withLock { phase throws(DownloadError) in
      guard case .idle = phase else { return nil }
      let part = try PartFile(of: destination, from: url, resuming: resumes)
      phase = .running(part, nil, isReceiving: false)
      report(.began(part.progress))
      return (rest(of: part), part.isWhole)
    }
  }

  /// Asks for the file, or for what is missing of it.
  func rest(of part: PartFile) -> URLRequest {
    var request = request
    // An encoded body differs from the file, and cannot be continued.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
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
      let before = part.length
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
      if part.length < before { report(.began(DownloadProgress(total: reply.wholeLength))) }
    }
    acceptedReply.withLock { $0 = reply.ofDownload(from: url) }
  }

  private func append(_ bytes: Data) throws(DownloadError) {
    try whileRunning { part, _ throws(DownloadError) in
      let before = part.length
      try part.append(bytes)
      // Waking another thread for each of the 12,000 pieces of a 200 MB file costs a fifth of the
      // whole download.
      let step = Self.progressStep
      if before / step < part.length / step || before == 0 {
        report(.progress(part.progress))
      }
    }
  }

  /// Progress is reported for the first bytes, for every so many further ones, and at the end.
  private static let progressStep = 262_144

  private func checkWholeness() throws(DownloadError) {
    try whileRunning { part, isReceiving throws(DownloadError) in
      // On Linux a redirection that leads nowhere ends without a response and without an error.
      guard isReceiving else { throw .badReply("it has no usable status") }
      if let total = part.record?.total, part.length != total {
        throw .incomplete(received: part.length, total: total)
      }
      report(.progress(part.progress))
    }
  }

  /// Does something with the part and reports it, unless the end was claimed: the report of the end is
  /// the last.
  private func whileRunning(
    _ body: (PartFile, inout Bool) throws(DownloadError) -> Void
  ) throws(DownloadError) {
    defer { outbox.deliver() }
    try phase.withLock { phase throws(DownloadError) in
      guard case .running(let part, let transfer, var isReceiving) = phase else { return }
      try body(part, &isReceiving)
      phase = .running(part, transfer, isReceiving: isReceiving)
    }
  }
}
