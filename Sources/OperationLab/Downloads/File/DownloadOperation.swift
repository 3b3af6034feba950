import Foundation
import OperationLab

/// Downloads one file to disk, as article A's operation does, without its mistakes.
///
/// It is finished when the transfer is over and not when `start()` returns; cancelled before the
/// start, while connecting or while receiving, it ends finished, and its delegate hears of its end
/// exactly once. Bytes are written as they arrive, under another name, so neither memory nor a
/// half-written file betrays how far it was.
///
/// It is used once. To go on after a pause or an error, make another for the same destination with
/// `keepsPart: true`: it asks the server for the rest only.
///
/// What goes another way than in the article, and why:
/// - the article posts the keys `executing` and `finished`; the queue listens to `isExecuting` and
///   `isFinished`, which ``AsyncOperation`` posts;
/// - it collects the whole file in memory, and nowhere else; here that is a wish, `keepsInMemory`;
/// - it tells nobody of a cancellation, and of a failure without finishing: its queue then waits
///   for ever.
package final class DownloadOperation: AsyncOperation, @unchecked Sendable {
  /// What is downloaded; without the user and password that the address may have had.
  package let url: URL
  /// The name that the file has when it is whole.
  package let destination: URL

  /// What an operation reports: first that it began, with what there is already; progress, any
  /// number of times; then its end, once. Cancelled before the start, it reports its end only.
  enum Report: Sendable {
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

  /// Seconds without a byte after which it fails; `nil` leaves that to the session.
  package let timeout: TimeInterval?
  /// Whether ``data`` is to have the file's bytes when it is whole.
  package let keepsInMemory: Bool
  let memory = Locked<Data?>(nil)
  let allowsCellular: Bool
  /// Whether the whole file is in its place.
  var hasSucceeded: Bool { success.withLock { $0 } }
  let success = Locked(false)

  /// The bytes of the whole file, once it is there; `nil` before, and unless they are to be kept.
  package var data: Data? { memory.withLock { $0 } }

  let credentials: Credentials?
  let session: TransferSession
  let report: @Sendable (Report) -> Void
  /// Holds the part, too: it is touched only inside, so never by two threads, and never after the
  /// end was claimed except by who claimed it.
  let phase = Locked(Phase.idle)
  let keepsPart: Locked<Bool>
  let resumes: Bool
  let folder: SafeFolder?

  /// An operation that downloads one file; nothing is sent before `start()`.
  ///
  /// - Parameters:
  ///   - url: an address with the scheme `http` or `https`; a user and password in it are sent to its
  ///     server as Basic authentication, and kept nowhere else.
  ///   - destination: a file in a folder that exists; replaced if it is a plain file, and refused if
  ///     it is a link or anything else.
  ///   - session: whose connections to use.
  ///   - keepsPart: whether to continue what is on disk, and to leave there what has arrived when
  ///     the download does not succeed.
  ///   - keepsInMemory: whether the delegate gets the file's bytes as well, as in the article.
  ///   - timeout: seconds without a byte after which it fails: the article's 25. On Linux whole
  ///     seconds count.
  ///   - delegate: told of progress and of the end; not kept alive.
  ///   - callbacks: where the delegate is called.
  package convenience init(
    _ url: URL, to destination: URL, session: TransferSession = .shared, keepsPart: Bool = false,
    keepsInMemory: Bool = false, timeout: TimeInterval? = 25,
    delegate: (any DownloadOperationDelegate)?, callbacks: CallbackQueue = .main
  ) {
    let relay = DownloadDelegateRelay(delegate, on: callbacks)
    self.init(
      url, to: destination, session: session, resumes: keepsPart, keepsPart: keepsPart,
      keepsInMemory: keepsInMemory, timeout: timeout
    ) { relay.pass($0) }
    relay.adopt(self)
  }

  /// Reports on whichever thread it happens on; a report must not block nor start a transfer.
  init(
    _ url: URL, to destination: URL, in folder: SafeFolder? = nil, session: TransferSession,
    resumes: Bool, keepsPart: Bool, keepsInMemory: Bool = false, timeout: TimeInterval? = nil,
    allowsCellular: Bool = true,
    report: @escaping @Sendable (Report) -> Void
  ) {
    (self.keepsInMemory, self.timeout, self.allowsCellular) = (
      keepsInMemory, timeout, allowsCellular
    )
    self.url = url.withoutUserInfo
    credentials = Credentials(of: url)
    self.destination = destination
    self.folder = folder
    self.session = session
    self.report = report
    self.resumes = resumes
    self.keepsPart = Locked(keepsPart)
  }

  package override func work() {
    do throws(DownloadError) {
      guard ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
        throw .unusableAddress(url.absoluteString)
      }
      guard let (request, progress, isWhole) = try openPart() else { return }
      report(.began(progress))
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

  /// Cancels, and says what is to become of the bytes on disk.
  func cancel(keepingPart: Bool) {
    keepsPart.withLock { $0 = keepingPart }
    cancel()
  }
}
