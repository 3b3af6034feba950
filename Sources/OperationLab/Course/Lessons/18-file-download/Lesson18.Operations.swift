import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson18 {
  // snippet: download
  /// Article A's file download, with a session's task instead of its `NSURLConnection`.
  ///
  /// Subclasses decide what `cancel()` and a failure do.
  class FileDownload: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
    let log: Log
    private let scene: DownloadScene
    private let state = Locked(State())

    private struct State {
      var task: URLSessionTask?
      var received = 0
      /// Unsigned, as in the article.
      var total: UInt = 0
      var hasEnded = false
    }

    init(_ scene: DownloadScene) {
      log = scene.log
      self.scene = scene
    }

    final override func work() {
      log(.started, self)
      defer {
        log(.returned, self)
        scene.startHasReturned.open()
      }
      let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.dataTask(with: request)
      state.withLock { $0.task = task }
      scene.connectionIsMade(for: self)
      // The article's second check. The inherited start() makes the first.
      if isCancelled { didNoticeCancellation() } else { task.resume() }
      session.finishTasksAndInvalidate()
    }

    /// With the article's timeout: 25 seconds without a byte.
    private var request: URLRequest {
      URLRequest(url: scene.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 25)
    }

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      state.withLock { $0.total = UInt(bitPattern: Int(response.expectedContentLength)) }
      completionHandler(.allow)
    }

    // snippet: receives
    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
      if isCancelled { return didNoticeCancellation() }
      let received = state.withLock { state in
        state.received += data.count
        return state.received
      }
      report(.progress(received))
      if received == DownloadScene.body.length { scene.allHasArrived(received, for: self) }
    }

    // end snippet

    /// The received share of the file, as the article computes it.
    final var share: Double { state.withLock { Double($0.received) * 1.0 / Double($0.total) } }

    final func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      // A session calls this for a cancelled task, too. A connection does not.
      if state.withLock({ $0.hasEnded }) { return }
      if error != nil { return didFail() }
      if isCancelled { return didNoticeCancellation() }
      if end() { report(.success) }
    }

    func didFail() {}
    func didNoticeCancellation() { end() }

    /// Calls the delegate on the main thread, because a delegate changes the user interface.
    final func report(_ event: DownloadEvent) {
      DispatchQueue.main.async { [scene] in scene.listener.receive(event) }
    }

    // snippet: end
    /// The only function that finishes the operation. Returns true to its first caller only.
    @discardableResult
    final func end() -> Bool {
      let (isFirst, task) = state.withLock { state in
        defer { state.hasEnded = true }
        return (!state.hasEnded, state.task)
      }
      guard isFirst else { return false }
      task?.cancel()
      finish()
      return true
    }
    // end snippet
  }
  // end snippet

  // snippet: article
  /// BROKEN ON PURPOSE: as in article A. `cancel()` only sets a flag, and the operation reads it when
  /// data arrives. A failure calls the delegate and does not finish the operation.
  final class ArticleDownload: FileDownload, @unchecked Sendable {
    override func didFail() {
      report(.failure)
    }
  }
  // end snippet

  // snippet: ends-itself
  /// Fixed: `cancel()` and a failure finish the operation.
  final class EndingDownload: FileDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      if end() { report(.cancelled) }
    }

    override func didFail() {
      if end() { report(.failure) }
    }
  }
  // end snippet
}

// The marks of the delegate, the server, the program and the disk.
extension Lesson18 {
  static let progress: Event.Mark = "progress"
  static let success: Event.Mark = "success"
  static let failure: Event.Mark = "failure"
  static let cancellation: Event.Mark = "cancelled"
  static let hasRequest: Event.Mark = "has the request"
  static let isClosed: Event.Mark = "finds the connection closed"

  static func haveArrived(_ count: Int) -> Event.Mark {
    Event.Mark("{} bytes have arrived", .number(count))
  }

  static func shows(percent: Int) -> Event.Mark {
    Event.Mark("all bytes have arrived, progress {} %", .number(percent))
  }

  static let closes: Event.Mark = "closes every connection"
  static let hasPart: Event.Mark = "has a part"
  static let hasNoPart: Event.Mark = "has no part"

  static func holds(_ names: [String], isWhole: Bool) -> Event.Mark {
    Event.Mark(isWhole ? "{}, whole" : "{}, not whole", .list(names))
  }
}

extension Lesson18 {
  /// What happens to a download. The raw value is its name in traces.
  enum DownloadFate: String, Sendable {
    /// It succeeds.
    case good
    /// The connection breaks before the first byte.
    case failing
    /// Cancelled before it starts.
    case before
    /// Cancelled when the server has the request and has not answered.
    case connecting
    /// Cancelled when the first bytes have arrived.
    case receiving
    /// Cancelled inside `start()`, when the connection is made and not yet used.
    case connected
    /// Cancelled when the last byte has arrived, before the session reports the end.
    case loaded
    /// It succeeds, and the server does not say how long the file is.
    case chunked

    /// The five that most programs use.
    static let five: [DownloadFate] = [.good, .failing, .before, .connecting, .receiving]
    static let cancelled: [DownloadFate] = [.before, .connecting, .receiving]

    /// The name of its delegate in traces.
    var delegate: String { "\(rawValue) UI" }
    /// The name of the server's events for it.
    var server: String { "\(rawValue) server" }
  }

  /// What a delegate is called with.
  enum DownloadEvent: Hashable, Sendable {
    /// The number of bytes that have arrived.
    case progress(Int)
    case success, failure, cancelled

    var mark: Event.Mark {
      switch self {
      case .progress: Lesson18.progress
      case .success: Lesson18.success
      case .failure: Lesson18.failure
      case .cancelled: cancellation
      }
    }
  }

  /// The delegate. It records each end, and only the first progress, because their number varies.
  final class DownloadListener: Sendable {
    let progress: Gate
    let end: Gate
    private let log: Log

    init(_ fate: DownloadFate, _ bench: Bench) {
      log = bench.log(fate.delegate)
      progress = bench.gate("\(fate.delegate) has received progress", isTraced: false)
      end = bench.gate("\(fate.delegate) has received the end", isTraced: false)
    }

    func receive(_ event: DownloadEvent) {
      if case .progress = event {
        guard !progress.isOpen else { return }
        log(Lesson18.progress)
        progress.open()
      } else {
        log(event.mark)
        end.open()
      }
    }
  }

  /// One download, the server's answers to it, and the gates that order both.
  ///
  /// It holds the server, which stops when it is deallocated.
  final class DownloadScene: Sendable {
    static let body = LoopbackServer.Body.generated(length: 40_000)

    let fate: DownloadFate
    let log: Log
    let url: URL
    let listener: DownloadListener
    /// The server answers only when it is open.
    let startHasReturned: Gate
    let hasFinished: Gate
    private let hasRequest: Gate
    private let isClosed: Gate
    /// The server is silent until it is released.
    private let hold: LoopbackServer.Hold
    private let server: LoopbackServer

    init(_ fate: DownloadFate, _ bench: Bench, _ server: LoopbackServer) {
      self.fate = fate
      self.server = server
      log = bench.log(fate.rawValue)
      url = server.url("/\(fate)")
      listener = DownloadListener(fate, bench)
      func gate(_ name: String) -> Gate { bench.gate("\(fate): \(name)", isTraced: false) }
      startHasReturned = gate("start() has returned")
      hasFinished = gate("its completion block has run")
      hasRequest = gate("the server has the request")
      let (serverLog, isClosed) = (bench.log(fate.server), gate("the connection is closed"))
      self.isClosed = isClosed
      hold = LoopbackServer.Hold {
        serverLog(Lesson18.isClosed)
        isClosed.open()
      }
      serve(serverLog)
    }

    private func serve(_ serverLog: Log) {
      let (hasRequest, returned) = (hasRequest, startHasReturned)
      let fault: LoopbackServer.Fault? =
        switch fate {
        case .good, .receiving: .stall(after: 4_000, hold)
        case .failing: .cut(after: 0)
        case .connecting: .silence(hold)
        case .before, .connected, .loaded, .chunked: nil
        }
      let framing: LoopbackServer.Resource.Framing = fate == .chunked ? .chunked : .fixed
      server.serve("/\(fate)") { _ in
        returned.wait()
        serverLog(Lesson18.hasRequest)
        hasRequest.open()
        return LoopbackServer.Resource(Self.body, framing: framing, fault: fault)
      }
    }

    /// Adds the operation to a queue, and cancels or continues it as its fate says.
    func play(
      _ operation: AsyncOperation, in queue: OperationQueue, whenReceiving: () -> Void = {}
    ) {
      operation.name = fate.rawValue
      operation.completionBlock = { [log, hasFinished] in
        log(.completed)
        hasFinished.open()
      }
      if fate == .before { cancel(operation) }
      queue.addOperation(operation)
      switch fate {
      case .good:
        listener.progress.waitForOutside()
        log(.observed, operation, note: "the rest is not yet sent")
        hold.release()
      case .connecting:
        hasRequest.waitForOutside()
        cancel(operation)
      case .receiving:
        listener.progress.waitForOutside()
        whenReceiving()
        cancel(operation)
      case .failing, .before, .connected, .loaded, .chunked: break
      }
    }

    /// Called in `start()` when the connection is made and not yet used.
    func connectionIsMade(for operation: Operation) {
      if fate == .connected { cancel(operation) }
    }

    /// Called when the last byte has arrived, with the number of bytes.
    func allHasArrived(_ count: Int, for operation: Operation) {
      guard fate == .loaded else { return }
      log(haveArrived(count))
      cancel(operation)
    }

    private func cancel(_ operation: Operation) {
      log(.cancelled, operation)
      operation.cancel()
    }

    /// Waits until article A's operation does nothing more by itself.
    func waitForLastEvent() {
      switch fate {
      case .failing: listener.end.waitForOutside()
      case .before, .connected, .loaded: hasFinished.waitForOutside()
      case .good, .chunked:
        hasFinished.waitForOutside()
        listener.end.waitForOutside()
      case .connecting, .receiving: break
      }
    }

    /// Waits until the operation has finished, its delegate was called, and the server noticed.
    func waitForEnd() {
      hasFinished.waitForOutside()
      listener.end.waitForOutside()
      if [.connecting, .receiving].contains(fate) { isClosed.waitForOutside() }
    }

    /// Ends the silence of the server.
    func releaseServer() { hold.release() }
  }
}

extension Lesson18.DownloadListener {
  /// Receives what the kit's operation reports.
  func receive(_ report: DownloadOperation.Report) {
    switch report {
    case .began: break
    // The last progress comes with every end, also when there was no data.
    case .progress(let progress):
      if progress.received > 0 { receive(.progress(progress.received)) }
    case .ended(.success): receive(.success)
    case .ended(.failure(let error)): receive(error == .cancelled ? .cancelled : .failure)
    }
  }
}
