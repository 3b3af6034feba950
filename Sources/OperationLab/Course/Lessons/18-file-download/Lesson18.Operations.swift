import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson18 {
  // snippet: download
  /// Article A's file download, with a session's task in the place of its `NSURLConnection`.
  ///
  /// What it does when it is cancelled, and when the transfer fails, is left to the two below.
  class FileDownload: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
    let log: Log
    private let scene: DownloadScene
    private let state = Locked(State())

    private struct State {
      var task: URLSessionTask?
      var received = 0
      /// As the article keeps it: an unsigned number.
      var total: UInt = 0
      var isOver = false
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
      // The article's second look; the first is the inherited start()'s.
      if isCancelled { didNoticeCancellation() } else { task.resume() }
      session.finishTasksAndInvalidate()
    }

    /// With the article's patience: 25 seconds without a byte.
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

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
      if isCancelled { return didNoticeCancellation() }
      let received = state.withLock { state in
        state.received += data.count
        return state.received
      }
      tell(.progress(received))
      if received == DownloadScene.body.length { scene.allHasCome(received, to: self) }
    }

    /// How much of the file has come, as the article computes it.
    final var share: Double { state.withLock { Double($0.received) * 1.0 / Double($0.total) } }

    final func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      // A session reports the end of a task that was cancelled, too; a connection does not.
      if state.withLock({ $0.isOver }) { return }
      if error != nil { return didFail() }
      if isCancelled { return didNoticeCancellation() }
      if end() { tell(.success) }
    }

    func didFail() {}
    func didNoticeCancellation() { end() }

    /// Delegates touch the user interface: whatever the thread, they are called on the main thread.
    final func tell(_ news: DownloadNews) {
      DispatchQueue.main.async { [scene] in scene.listener.hear(news) }
    }

    /// The only place that ends the operation; says whether this call was the one that did.
    @discardableResult
    final func end() -> Bool {
      let (isFirst, task) = state.withLock { state in
        defer { state.isOver = true }
        return (!state.isOver, state.task)
      }
      guard isFirst else { return false }
      task?.cancel()
      finish()
      return true
    }
  }
  // end snippet

  // snippet: article
  /// BROKEN ON PURPOSE: as article A has it. `cancel()` sets a flag that only the next piece of data,
  /// or the last, makes anybody look at; a failure is told to the delegate and to nobody else.
  final class ArticleDownload: FileDownload, @unchecked Sendable {
    override func didFail() {
      tell(.failure)
    }
  }
  // end snippet

  // snippet: ends-itself
  /// The same, except that cancelling and failing, too, end the operation.
  final class EndingDownload: FileDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      if end() { tell(.cancelled) }
    }

    override func didFail() {
      if end() { tell(.failure) }
    }
  }
  // end snippet
}

// What the programs record: the delegate, the server, the program, and what is on disk.
extension Lesson18 {
  static let progress: Event.Mark = "progress"
  static let success: Event.Mark = "success"
  static let failure: Event.Mark = "failure"
  static let cancellation: Event.Mark = "cancelled"
  static let hasRequest: Event.Mark = "has the request"
  static let isGone: Event.Mark = "finds the connection gone"

  static func haveCome(_ count: Int) -> Event.Mark {
    Event.Mark("{} bytes have come", .number(count))
  }

  static func shows(percent: Int) -> Event.Mark {
    Event.Mark("all bytes are there; progress {} %", .number(percent))
  }

  static let closes: Event.Mark = "closes every connection"
  static let hasPart: Event.Mark = "has a part"
  static let hasNoPart: Event.Mark = "has no part"

  static func holds(_ names: [String], isWhole: Bool) -> Event.Mark {
    Event.Mark(isWhole ? "{}, whole" : "{}, not whole", .list(names))
  }
}

extension Lesson18 {
  /// What happens to a download; its name in traces.
  enum DownloadFate: String, Sendable {
    /// It succeeds.
    case good
    /// The connection breaks before the first byte.
    case failing
    /// Cancelled before it starts.
    case before
    /// Cancelled when the server has the request and has not said a word.
    case connecting
    /// Cancelled when the first bytes have come.
    case receiving
    /// Cancelled inside `start()`, when the connection is made and has not begun.
    case connected
    /// Cancelled when the last byte has come, and the session has not yet said so.
    case loaded
    /// It succeeds; the server does not say how long the file is.
    case chunked

    /// The fates that most programs go through.
    static let five: [DownloadFate] = [.good, .failing, .before, .connecting, .receiving]
    static let cancelled: [DownloadFate] = [.before, .connecting, .receiving]

    /// The name of its delegate in traces: usually, the user interface.
    var delegate: String { "\(rawValue) UI" }
    /// The name in traces of what the server sees of it.
    var server: String { "\(rawValue) server" }
  }

  /// What a delegate hears.
  enum DownloadNews: Hashable, Sendable {
    /// So many bytes have come.
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

  /// The delegate: writes down the first progress, because nobody knows how many will follow, and
  /// each end.
  final class DownloadListener: Sendable {
    let progress: Gate
    let end: Gate
    private let log: Log

    init(_ fate: DownloadFate, _ bench: Bench) {
      log = bench.log(fate.delegate)
      progress = bench.gate("\(fate.delegate) has heard of progress", isTraced: false)
      end = bench.gate("\(fate.delegate) has heard of the end", isTraced: false)
    }

    func hear(_ news: DownloadNews) {
      if case .progress = news {
        guard !progress.isOpen else { return }
        log(Lesson18.progress)
        progress.open()
      } else {
        log(news.mark)
        end.open()
      }
    }
  }

  /// One download, the server's part in it, and the gates that put both in order.
  ///
  /// It keeps the server, which would stop if nobody did.
  final class DownloadScene: Sendable {
    static let body = LoopbackServer.Body.generated(length: 40_000)

    let fate: DownloadFate
    let log: Log
    let url: URL
    let listener: DownloadListener
    /// The server does not answer before it is open.
    let startHasReturned: Gate
    let isOver: Gate
    private let requestHasCome: Gate
    private let connectionIsGone: Gate
    /// Not released for as long as the server is silent.
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
      isOver = gate("its completion block has run")
      requestHasCome = gate("the server has the request")
      let (sees, isGone) = (bench.log(fate.server), gate("the connection is gone"))
      connectionIsGone = isGone
      hold = LoopbackServer.Hold {
        sees(Lesson18.isGone)
        isGone.open()
      }
      serve(sees)
    }

    private func serve(_ sees: Log) {
      let (came, returned) = (requestHasCome, startHasReturned)
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
        sees(Lesson18.hasRequest)
        came.open()
        return LoopbackServer.Resource(Self.body, framing: framing, fault: fault)
      }
    }

    // snippet: play
    /// Puts the operation into a queue and lets its fate happen.
    func play(
      _ operation: AsyncOperation, in queue: OperationQueue, whenReceiving: () -> Void = {}
    ) {
      operation.name = fate.rawValue
      operation.completionBlock = { [log, isOver] in
        log(.completed)
        isOver.open()
      }
      if fate == .before { cancel(operation) }
      queue.addOperation(operation)
      switch fate {
      case .good:
        listener.progress.waitForOutside()
        log(.observed, operation, note: "the rest is not yet sent")
        hold.release()
      case .connecting:
        requestHasCome.waitForOutside()
        cancel(operation)
      case .receiving:
        listener.progress.waitForOutside()
        whenReceiving()
        cancel(operation)
      case .failing, .before, .connected, .loaded, .chunked: break
      }
    }
    // end snippet

    /// Called in `start()` when the connection is made and has not begun.
    func connectionIsMade(for operation: Operation) {
      if fate == .connected { cancel(operation) }
    }

    /// Called when the last byte has come, with how many there are.
    func allHasCome(_ count: Int, to operation: Operation) {
      guard fate == .loaded else { return }
      log(haveCome(count))
      cancel(operation)
    }

    private func cancel(_ operation: Operation) {
      log(.cancelled, operation)
      operation.cancel()
    }

    /// Waits until article A's operation can do nothing more of its own accord.
    func waitForLastWord() {
      switch fate {
      case .failing: listener.end.waitForOutside()
      case .before, .connected, .loaded: isOver.waitForOutside()
      case .good, .chunked:
        isOver.waitForOutside()
        listener.end.waitForOutside()
      case .connecting, .receiving: break
      }
    }

    /// Waits until the operation is over, its delegate knows, and so does the server.
    func waitForEnd() {
      isOver.waitForOutside()
      listener.end.waitForOutside()
      if [.connecting, .receiving].contains(fate) { connectionIsGone.waitForOutside() }
    }

    /// Lets the server go on, if it still waits.
    func letGo() { hold.release() }
  }
}

extension Lesson18.DownloadListener: DownloadOperationDelegate {
  func downloadOperation(
    _ operation: DownloadOperation, didMakeProgress progress: DownloadProgress
  ) {
    // A last one comes with every end, whatever there is to tell.
    if progress.received > 0 { hear(.progress(progress.received)) }
  }

  func downloadOperation(_ operation: DownloadOperation, didFinishAt file: URL) { hear(.success) }

  func downloadOperation(_ operation: DownloadOperation, didFailWith error: DownloadError) {
    hear(error == .cancelled ? .cancelled : .failure)
  }
}
