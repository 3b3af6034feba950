import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson20 {
  /// What takes long in a download, and may find itself cancelled when it is over.
  enum Step { case chunk, decoding }

  /// Moments at which a program may hold a download up.
  enum Moment { case decoding, looked }

  // snippet: looks
  /// `cancel()` only marks it; whoever has done a step looks at the mark.
  class LookingDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { !isCancelled }
  }
  // end snippet

  // snippet: forgetful
  /// BROKEN ON PURPOSE: does not look after decoding.
  final class ForgetfulDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { step == .decoding || !isCancelled }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: does not look after a chunk.
  final class DeafDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { step == .chunk || !isCancelled }
  }
  // end snippet

  // snippet: hasty
  /// BROKEN ON PURPOSE: `cancel()` tells the caller, and leaves the end for others to tell again.
  final class HastyDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      tell(.failure(.cancelled))
      finish()
    }
  }
  // end snippet

  // snippet: resetting
  /// BROKEN ON PURPOSE: `cancel()` resets the operation's properties, the closures among them, before
  /// anybody has called one. Article D's calls a `reset()` there, whose body it does not show.
  final class ResettingDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      forgetClosures()
      finish()
    }
  }
  // end snippet

  // snippet: claiming
  /// `cancel()` tells the caller at once, too, but through the one function that all ends go
  /// through, which lets only the first pass.
  final class ClaimingDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      end(.failure(.cancelled))
    }
  }
  // end snippet

  /// The transfer, the decoding, and the chain; article D's operation in short.
  class Download: AsyncOperation, @unchecked Sendable {
    private struct State: Sendable {
      var progress: (@Sendable (DownloadProgress) -> Void)?
      var then: (@Sendable (Picture) -> Void)?
      var `catch`: (@Sendable (ImageDownloadError) -> Void)?
      var data = Data()
      var transfer: Transfer?
      var isOver = false
    }

    let log: Log
    let url: URL
    private let session: TransferSession
    private let hold: @Sendable (Moment) -> Void
    private let state = Locked(State())

    /// - Parameter hold: called at each moment at which the program may want to hold it up.
    init(
      _ log: Log, _ url: URL, _ session: TransferSession,
      hold: @escaping @Sendable (Moment) -> Void = { _ in }
    ) {
      (self.log, self.url, self.session, self.hold) = (log, url, session, hold)
      super.init()
      name = log.subject
    }

    /// Whether to go on when a step is done.
    func goesOn(after step: Step) -> Bool { true }

    override func work() {
      let transfer = session.start(URLRequest(url: url)) { [self] in receive($0) }
      let isWanted = state.withLock { state in
        state.transfer = transfer
        return !state.isOver
      }
      if !isWanted { transfer.cancel() }
    }

    // snippet: receive
    private func receive(_ event: TransferEvent) {
      switch event {
      case .response: break
      case .bytes(let bytes):
        guard goesOn(after: .chunk) else { return end(.failure(.cancelled)) }
        append(bytes)
      case .ended(let error?): end(.failure(.download(DownloadError(error))))
      case .ended(nil): DispatchQueue.global().async { self.decode() }
      }
    }

    private func decode() {
      do throws(PortablePixmap.Failure) {
        let data = state.withLock { $0.data }
        log(decodes(data.count))
        hold(.decoding)
        let picture = try PortablePixmap.decode(data)
        guard goesOn(after: .decoding) else { return end(.failure(.cancelled)) }
        log(.observed, self, note: "has looked")
        hold(.looked)
        end(.success(picture))
      } catch {
        end(.failure(.notAPicture(error)))
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
    /// Every end comes here, and the first decides.
    final func end(_ result: Result<Picture, ImageDownloadError>) {
      let (isFirst, transfer) = state.withLock { state in
        defer { state.isOver = true }
        return (!state.isOver, state.transfer)
      }
      guard isFirst else { return }
      transfer?.cancel()
      tell(result)
      finish()
    }
    // end snippet

    /// Calls the closure that the result is for, on the main thread.
    final func tell(_ result: Result<Picture, ImageDownloadError>) {
      let (then, `catch`) = state.withLock { ($0.then, $0.catch) }
      DispatchQueue.main.async {
        switch result {
        case .success(let picture): then?(picture)
        case .failure(let error): `catch`?(error)
        }
      }
    }

    final func forgetClosures() {
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

// What callers are told, by the chain and by managers.
extension Lesson20 {
  static let getsPicture: Event.Mark = "gets the picture"
  static let asksNow: Event.Mark = "asks"

  static func thenPicture(_ width: Int, _ height: Int) -> Event.Mark {
    Event.Mark("then: {} x {}", .number(width), .number(height))
  }

  static func catchError(_ error: String) -> Event.Mark {
    Event.Mark("catch: {}", .text(error))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .text(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// What the server sees.
extension Lesson20 {
  static let isAsked: Event.Mark = "is asked"
  static let isAtServer: Event.Mark = "is at the server"
  static let connectionIsGone: Event.Mark = "finds the connection gone"

  static func wasAsked(for paths: String) -> Event.Mark {
    Event.Mark("was asked for {}", .text(paths))
  }
}

// What a manager is asked to cancel, and what its table holds.
extension Lesson20 {
  static let isAtRest: Event.Mark = "at rest"
  static let isPutBack: Event.Mark = "is put back"

  static func cancels(_ what: String) -> Event.Mark { Event.Mark("{}", .text(what)) }

  static func serverWasAsked(for paths: String) -> Event.Mark {
    Event.Mark("the server was asked for {}", .text(paths))
  }

  static func remembers(_ paths: String) -> Event.Mark {
    Event.Mark("remembers {}", .text(paths))
  }

  static func willHold(_ names: [String]) -> Event.Mark {
    Event.Mark("will hold {}", .list(names.sorted()))
  }

  static func holds(_ name: String) -> Event.Mark {
    Event.Mark("holds {} for /2", .text(name))
  }
}

// What article D's manager is made of, and what would be better.
extension Lesson20 {
  // snippet: table
  /// BROKEN ON PURPOSE: a table without a lock, as in article D.
  ///
  /// Two threads in one plain dictionary may do anything, and end the process as well. Here each
  /// reads the table, changes its copy and puts that back: reading and writing are one step each,
  /// the change is not.
  class Table: @unchecked Sendable {
    fileprivate let entries = Locked<[URL: Download]>([:])

    subscript(url: URL) -> Download? { entries.withLock { $0[url] } }

    func change(_ body: (inout [URL: Download]) -> Void) {
      var copy = entries.withLock { $0 }
      body(&copy)
      hold(copy)
      entries.withLock { [copy] in $0 = copy }
    }

    /// Any thread may be stopped anywhere; the program may want to do so here.
    fileprivate func hold(_ copy: [URL: Download]) { whenChanging(copy.values.map(\.log.subject)) }
    private let whenChanging: @Sendable ([String]) -> Void

    /// - Parameter whenChanging: called in the middle of each change, with the names of what it will hold.
    init(whenChanging: @escaping @Sendable ([String]) -> Void = { _ in }) {
      self.whenChanging = whenChanging
    }
  }
  // end snippet

  // snippet: guarded-table
  /// The same, except that a change is one step.
  final class GuardedTable: Table, @unchecked Sendable {
    override func change(_ body: (inout [URL: Download]) -> Void) {
      entries.withLock { entries in
        body(&entries)
        hold(entries)
      }
    }
  }
  // end snippet

  // snippet: weakly-tied
  /// The same manager, except that no closure keeps the operation that keeps the closure.
  final class WeaklyTied: ArticleManager, @unchecked Sendable {
    override func tie(
      _ operation: Download, to url: URL, _ completion: @escaping ImageDownloadManager.Completion
    ) {
      operation
        .then { completion(.success($0)) }
        .catch { completion(.failure($0)) }
        .completionBlock = { [weak self, weak operation, log = operation.log] in
          self?.forget(url, operation)
          log(.completed)
        }
    }
  }
  // end snippet

  /// A download that writes down when it is deallocated.
  final class MortalDownload: LookingDownload, @unchecked Sendable {
    deinit { log(.released) }
  }
}

// Who asks for a picture and is told, and what can be asked: the article's class and the kit's.
extension Lesson20 {
  /// What can be called as article D's chain: the kit's own operation and the ones of this lesson.
  protocol ChainedDownload: Operation {
    @discardableResult
    func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self
    @discardableResult
    func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self
    @discardableResult
    func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self
  }

  /// Who called the chain: writes down what it is told.
  struct Caller: Sendable {
    /// Opened when the progress of a piece has been told.
    let hasPiece: [Gate]
    /// Opened when the picture or an error has been told.
    let isTold: Gate
    private let log: Log
    private let size: Int

    init(_ bench: Bench, _ name: String = "caller", pieces: Int) {
      log = bench.log(name)
      hasPiece = (0..<pieces).map { bench.gate("\(name), piece \($0)", isTraced: false) }
      isTold = bench.gate("\(name) is told", isTraced: false)
      size = (PictureNetwork.file.count + pieces - 1) / pieces
    }

    // snippet: listen
    /// The chain itself.
    func listen<Download: ChainedDownload>(to download: Download) -> Download {
      download
        .progress { progress in hear(progress) }
        .then { picture in hear(.success(picture)) }
        .catch { error in hear(.failure(error)) }
    }

    func hear(_ progress: DownloadProgress) {
      log(.progressed, nil, progress.fact)
      hasPiece[(progress.received - 1) / size].open()
    }

    func hear(_ result: Result<Picture, ImageDownloadError>) {
      switch result {
      case .success(let picture): log(thenPicture(picture.width, picture.height))
      case .failure(let error): log(catchError(error.short))
      }
      isTold.open()
    }
    // end snippet

    /// Waits, on the server, until the caller has heard of the piece before this one.
    func waitForPiece(_ number: Int) {
      if number > 0 { hasPiece[number - 1].wait() }
    }
  }
}

extension ImageDownloader: Lesson20.ChainedDownload {}

extension Lesson20.Download: Lesson20.ChainedDownload {}

extension ImageDownloadError {
  /// In two words, the same on every platform.
  var short: String {
    switch self {
    case .cancelled: "cancelled"
    case .download: "no bytes"
    case .tooLarge: "too large"
    case .notAPicture: "no picture"
    }
  }
}

extension Operation {
  /// The operation itself, after it got a name.
  func named(_ name: String) -> Self {
    self.name = name
    return self
  }
}
