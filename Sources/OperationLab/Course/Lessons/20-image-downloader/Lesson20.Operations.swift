import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson20 {
  /// The long steps of a download. After each it may find that it was cancelled.
  enum Step { case chunk, decoding }

  /// Moments at which a program can pause a download.
  enum Moment { case decoding, checked }

  // snippet: checks
  /// Checks `isCancelled` after each chunk and after decoding.
  class CheckingDownload: Download, @unchecked Sendable {
    override func shouldContinue(after step: Step) -> Bool { !isCancelled }
  }
  // end snippet

  // snippet: after-chunks-only
  /// BROKEN ON PURPOSE: does not check after decoding.
  final class CheckingChunksOnly: Download, @unchecked Sendable {
    override func shouldContinue(after step: Step) -> Bool { step == .decoding || !isCancelled }
  }
  // end snippet

  // snippet: after-decoding-only
  /// BROKEN ON PURPOSE: does not check after a chunk.
  final class CheckingDecodingOnly: Download, @unchecked Sendable {
    override func shouldContinue(after step: Step) -> Bool { step == .chunk || !isCancelled }
  }
  // end snippet

  // snippet: two-results
  /// BROKEN ON PURPOSE: `cancel()` calls the caller's closure without asking `end(_:)`.
  final class TwoResultsDownload: CheckingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      deliver(.failure(.cancelled))
      finish()
    }
  }
  // end snippet

  // snippet: resetting
  /// BROKEN ON PURPOSE: `cancel()` resets all properties, also the closures, before one is called.
  /// Article D's `cancel()` calls a `reset()`, and the article does not show its body.
  final class ResettingDownload: CheckingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      removeClosures()
      finish()
    }
  }
  // end snippet

  // snippet: one-result
  /// Fixed: `cancel()` calls `end(_:)`, which delivers only the first result.
  final class OneResultDownload: CheckingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      end(.failure(.cancelled))
    }
  }
  // end snippet

  /// The transfer, the decoding and the chain: article D's operation in short.
  class Download: AsyncOperation, @unchecked Sendable {
    private struct State: Sendable {
      var progress: (@Sendable (DownloadProgress) -> Void)?
      var then: (@Sendable (Picture) -> Void)?
      var `catch`: (@Sendable (ImageDownloadError) -> Void)?
      var data = Data()
      var transfer: Transfer?
      var hasEnded = false
    }

    let log: Log
    let url: URL
    private let session: TransferSession
    private let pause: @Sendable (Moment) -> Void
    private let state = Locked(State())

    /// - Parameter pause: called at each moment at which the program may pause the download.
    init(
      _ log: Log, _ url: URL, _ session: TransferSession,
      pause: @escaping @Sendable (Moment) -> Void = { _ in }
    ) {
      (self.log, self.url, self.session, self.pause) = (log, url, session, pause)
      super.init()
      name = log.subject
    }

    /// Whether to continue when a step is done.
    func shouldContinue(after step: Step) -> Bool { true }

    override func work() {
      let transfer = session.start(URLRequest(url: url)) { [self] in receive($0) }
      let isWanted = state.withLock { state in
        state.transfer = transfer
        return !state.hasEnded
      }
      if !isWanted { transfer.cancel() }
    }

    // snippet: receive
    private func receive(_ event: TransferEvent) {
      switch event {
      case .response: break
      case .bytes(let bytes):
        guard shouldContinue(after: .chunk) else { return end(.failure(.cancelled)) }
        append(bytes)
      case .ended(let error?): end(.failure(.download(DownloadError(error))))
      case .ended(nil): DispatchQueue.global().async { self.decode() }
      }
    }

    private func decode() {
      do throws(PortablePixmap.Failure) {
        let data = state.withLock { $0.data }
        log(decodes(data.count))
        pause(.decoding)
        let picture = try PortablePixmap.decode(data)
        guard shouldContinue(after: .decoding) else { return end(.failure(.cancelled)) }
        log(.observed, self, note: "last check")
        pause(.checked)
        end(.success(picture))
      } catch {
        end(.failure(.notAPicture("\(error)")))
      }
    }
    // end snippet

    private func append(_ bytes: Data) {
      let (count, progress) = state.withLock { state in
        state.data.append(bytes)
        return (state.data.count, state.progress)
      }
      let total = PictureNetwork.file.count
      DispatchQueue.main.async { progress?(DownloadProgress(received: count, total: total)) }
    }

    // snippet: end
    /// Every end calls this function. Only the first delivers its result.
    final func end(_ result: Result<Picture, ImageDownloadError>) {
      let (isFirst, transfer) = state.withLock { state in
        defer { state.hasEnded = true }
        return (!state.hasEnded, state.transfer)
      }
      guard isFirst else { return }
      transfer?.cancel()
      deliver(result)
      finish()
    }
    // end snippet

    // snippet: deliver
    /// Calls the closure for the result on the main thread.
    final func deliver(_ result: Result<Picture, ImageDownloadError>) {
      let (then, `catch`) = state.withLock { ($0.then, $0.catch) }
      DispatchQueue.main.async {
        switch result {
        case .success(let picture): then?(picture)
        case .failure(let error): `catch`?(error)
        }
      }
    }
    // end snippet

    final func removeClosures() {
      state.withLock { ($0.progress, $0.then, $0.catch) = (nil, nil, nil) }
    }

    // snippet: links
    @discardableResult
    final func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self {
      state.withLock { $0.progress = body }
      return self
    }

    @discardableResult
    final func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self {
      state.withLock { $0.then = body }
      return self
    }

    @discardableResult
    final func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self {
      state.withLock { $0.catch = body }
      return self
    }
    // end snippet
  }
}

// What the callers log.
extension Lesson20 {
  static let getsPicture: Event.Mark = "gets the picture"
  static let asksNow: Event.Mark = "asks"

  static func thenPicture(_ width: Int, _ height: Int) -> Event.Mark {
    Event.Mark("then: {} x {}", .number(width), .number(height))
  }

  static func catchError(_ error: String) -> Event.Mark {
    Event.Mark("catch: {}", .words(error))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .words(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// What the server logs.
extension Lesson20 {
  static let hasRequest: Event.Mark = "has the request"
  static let isAtServer: Event.Mark = "is at the server"
  static let connectionIsClosed: Event.Mark = "finds the connection closed"

  static func requests(_ paths: String) -> Event.Mark {
    Event.Mark("requests so far: {}", .text(paths))
  }
}

// What is cancelled at a manager, and what its table has.
extension Lesson20 {
  static let isAtRest: Event.Mark = "at rest"

  static func cancels(_ what: String) -> Event.Mark { Event.Mark("{}", .words(what)) }

  static func has(_ paths: String) -> Event.Mark {
    Event.Mark("has {}", paths == "nothing" ? .words(paths) : .text(paths))
  }

  static func has(_ names: [String]) -> Event.Mark { Event.Mark("has {}", .list(names.sorted())) }
}

// The caller of a chain, and what it can call: the article's class and the kit's.
extension Lesson20 {
  /// An operation with article D's chain: the kit's own and those of this lesson.
  protocol ChainedDownload: Operation {
    @discardableResult
    func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self
    @discardableResult
    func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self
    @discardableResult
    func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self
  }

  /// The caller of the chain. It logs what its closures receive.
  struct Caller: Sendable {
    /// Opened when the caller has the progress of a piece.
    let hasPiece: [Gate]
    /// Opened when the caller has the picture or an error.
    let hasResult: Gate
    private let log: Log
    private let size: Int

    init(_ bench: Bench, _ name: String = "caller", pieces: Int) {
      log = bench.log(name)
      hasPiece = (0..<pieces).map { bench.gate("\(name), piece \($0)", isTraced: false) }
      hasResult = bench.gate("\(name) has its result", isTraced: false)
      size = (PictureNetwork.file.count + pieces - 1) / pieces
    }

    // snippet: listen
    /// The chain itself.
    func listen<Download: ChainedDownload>(to download: Download) -> Download {
      download
        .progress { progress in record(progress) }
        .then { picture in record(.success(picture)) }
        .catch { error in record(.failure(error)) }
    }

    func record(_ progress: DownloadProgress) {
      log(.progressed, nil, progress.fact)
      hasPiece[(progress.received - 1) / size].open()
    }

    func record(_ result: Result<Picture, ImageDownloadError>) {
      switch result {
      case .success(let picture): log(thenPicture(picture.width, picture.height))
      case .failure(let error): log(catchError(error.short))
      }
      hasResult.open()
    }
    // end snippet

    /// Blocks the server's thread until the caller has the progress of the piece before this one.
    func waitForPiece(_ number: Int) {
      if number > 0 { hasPiece[number - 1].wait() }
    }
  }
}

extension ImageDownloader: Lesson20.ChainedDownload {}

extension Lesson20.Download: Lesson20.ChainedDownload {}

extension ImageDownloadError {
  /// In two words that are the same on every platform.
  var short: String {
    switch self {
    case .cancelled: "cancelled"
    case .download: "no bytes"
    case .notAPicture: "no picture"
    }
  }
}

extension Operation {
  /// The operation itself, with that name.
  func named(_ name: String) -> Self {
    self.name = name
    return self
  }
}
