import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson19 {
  // snippet: task-operation
  /// Article B's operation: a session's task in an operation. It asks for what is missing.
  class TaskOperation: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
    let log: Log
    let store: ByteStore
    /// Open when the operation is over.
    let isOver: Gate
    private let url: URL
    private let whenTransferEnds: @Sendable (TaskOperation) -> Void
    private let state = Locked((task: URLSessionTask?.none, isOver: false))

    init(
      _ name: String, _ url: URL, into store: ByteStore, _ bench: Bench,
      whenTransferEnds: @escaping @Sendable (TaskOperation) -> Void = { $0.completeTask() }
    ) {
      (self.url, self.store, self.whenTransferEnds) = (url, store, whenTransferEnds)
      log = bench.log(name)
      isOver = bench.gate("\(name) is over", isTraced: false)
      super.init()
      self.name = name
    }

    var task: URLSessionTask? { state.withLock { $0.task } }

    final override func work() {
      log(.started, self)
      var request = URLRequest(url: url)
      if store.count > 0 {
        request.setValue("bytes=\(store.count)-", forHTTPHeaderField: "Range")
      }
      let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.dataTask(with: request)
      state.withLock { $0.task = task }
      // Written down first: what comes next is no longer this thread's alone.
      log(.returned, self)
      task.resume()
      session.finishTasksAndInvalidate()
    }

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      log(Lesson19.status(status))
      accept(status: status)
      completionHandler(.allow)
    }

    final func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
      state.withLock { if !$0.isOver { store.append(data) } }
    }

    final func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      whenTransferEnds(self)
    }

    /// Hears what the server answers, before the first byte.
    func accept(status: Int) {}

    /// Ends the operation; whoever hears of the task's end calls it. Only the first call counts.
    final func completeTask() {
      let (isFirst, task) = state.withLock { state in
        defer { state.isOver = true }
        return (!state.isOver, state.task)
      }
      guard isFirst else { return }
      task?.cancel()
      log(.finished)
      finish()
      isOver.open()
    }
  }
  // end snippet

  // snippet: suspending
  /// BROKEN ON PURPOSE: pauses by suspending the task. Article B does not do so; it says that a task
  /// can be suspended and keeps its state, which invites one to try.
  final class SuspendingOperation: TaskOperation, @unchecked Sendable {
    func pause() {
      task?.suspend()
      log(pauses(task: task?.state.word ?? "not there"), self)
    }

    func goOn() {
      log(continues(task: task?.state.word ?? "not there"), self)
      task?.resume()
    }
  }
  // end snippet

  // snippet: cancelling
  /// To pause is to cancel, as in article B: the task, and with it the operation, is over. The bytes
  /// stay in the store, and a new operation fetches the rest.
  final class CancellingOperation: TaskOperation, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      completeTask()
    }
  }
  // end snippet

  // snippet: trusting
  /// BROKEN ON PURPOSE: whatever the server answers, it is appended.
  final class TrustingOperation: TaskOperation, @unchecked Sendable {
    override func accept(status: Int) {}
  }
  // end snippet

  // snippet: checking
  /// The same, except that the whole file, status 200, replaces what there is.
  final class CheckingOperation: TaskOperation, @unchecked Sendable {
    override func accept(status: Int) {
      if status == 200 { store.startOver() }
    }
  }
  // end snippet

  /// What has arrived of a file, whichever operation brought it.
  ///
  /// It keeps the server, which would stop if nobody did.
  final class ByteStore: Sendable {
    /// Open once the part that the server sends at first is there.
    let hasFirstPart: Gate
    private let bytes: Locked<Data>
    private let server: LoopbackServer

    init(_ bench: Bench, from server: LoopbackServer, holding bytes: Data = Data()) {
      self.server = server
      hasFirstPart = bench.gate("the first part is there", isTraced: false)
      self.bytes = Locked(bytes)
    }

    /// In bytes.
    var count: Int { bytes.withLock { $0.count } }

    func append(_ more: Data) {
      let count = bytes.withLock { bytes in
        bytes.append(more)
        return bytes.count
      }
      if count >= Film.firstPart { hasFirstPart.open() }
    }

    func startOver() { bytes.withLock { $0 = Data() } }

    /// Compares with what the server has.
    func comparison(with body: LoopbackServer.Body) -> Event.Mark {
      bytes.withLock { bytes in
        let truth = body.bytes(0..<body.length)
        if bytes == truth { return Film.isWhole }
        let shared = zip(bytes, truth).prefix { $0 == $1 }.count
        return Film.isWrong(bytes.count, from: shared)
      }
    }
  }

  /// A file on the server, which falls silent in the middle of its first answer.
  final class Film: Sendable {
    static let body = LoopbackServer.Body.generated(length: 60_000)
    static let firstPart = 20_000

    let url: URL
    let store: ByteStore
    /// Open when the connection of the answer that fell silent has gone away.
    let isLetGo: Gate
    private let bench: Bench
    private let hold: LoopbackServer.Hold

    /// - Parameter always: what goes wrong with every answer, instead of the silence in the first;
    ///   the first part is then there already.
    init(_ bench: Bench, _ server: LoopbackServer, always: LoopbackServer.Fault? = nil) {
      self.bench = bench
      url = server.url("/film")
      let first = always == nil ? Data() : Self.body.bytes(0..<Self.firstPart)
      store = ByteStore(bench, from: server, holding: first)
      let isLetGo = bench.gate("the connection is gone", isTraced: false)
      let hold = LoopbackServer.Hold { isLetGo.open() }
      (self.isLetGo, self.hold) = (isLetGo, hold)
      server.serve("/film") { request in
        bench.log("server")(asks(request.number + 1, range: request["Range"]))
        let silence = LoopbackServer.Fault.stall(after: Self.firstPart, hold)
        return LoopbackServer.Resource(
          Self.body, fault: always ?? (request.number == 0 ? silence : nil))
      }
    }

    /// Lets a silent answer go on.
    func letServerGoOn() { hold.release() }

    /// Writes down what has arrived in the end.
    func report() {
      bench.log("file")(store.comparison(with: Self.body))
    }
  }
}

extension URLSessionTask.State {
  /// As in "its task is suspended".
  fileprivate var word: String {
    switch self {
    case .running: "running"
    case .suspended: "suspended"
    case .canceling: "being cancelled"
    case .completed: "over"
    @unknown default: "in an unknown state"
    }
  }
}

// What the programs record about downloads that are paused.
extension Lesson19 {
  /// A request with its number, and with its header Range if it has one.
  static func asks(_ number: Int, range: String?) -> Event.Mark {
    Event.Mark("request {}: {}", .number(number), .text(range.map { "Range: \($0)" } ?? "no Range"))
  }

  /// A request for what follows the first part.
  static func asksForRest(_ number: Int) -> Event.Mark {
    asks(number, range: "bytes=\(Film.firstPart)-")
  }

  static func status(_ status: Int) -> Event.Mark {
    Event.Mark("the status is {}", .number(status))
  }

  static func pauses(task state: String) -> Event.Mark {
    Event.Mark("paused: its task is {}", .text(state))
  }

  static func continues(task state: String) -> Event.Mark {
    Event.Mark("goes on: its task was {}", .text(state))
  }

  static func isPaused(with count: Int) -> Event.Mark {
    Event.Mark("paused, with {} bytes", .number(count))
  }

  static func operationCount(_ count: Int) -> Event.Mark {
    Event.Mark("operationCount is {}", .number(count))
  }

  static func inherits(isCancelled: Bool) -> Event.Mark {
    Event.Mark("cancelled; its inherited isCancelled is {}", .text("\(isCancelled)"))
  }

  static let wasNotAsked: Event.Mark = "was not asked"
  static let wasAskedForSong: Event.Mark = "was asked for song"
  static let connectionIsGone: Event.Mark = "finds the connection gone"
}

extension Lesson19.Film {
  static let hasPart = bytes(firstPart)
  static let isWhole = Event.Mark("{} bytes, as on the server", .number(body.length))
  /// The first part, and then the whole file.
  static let beginsAgain = isWrong(firstPart + body.length, from: firstPart)

  static func bytes(_ count: Int) -> Event.Mark { Event.Mark("{} bytes", .number(count)) }

  static func isWrong(_ count: Int, from first: Int) -> Event.Mark {
    Event.Mark("{} bytes, wrong from byte {} on", .number(count), .number(first))
  }
}

// What the program with the kit's manager records.
extension Lesson19 {
  static let pausesFilm: Event.Mark = "pauses film"
  static let cancelsBook: Event.Mark = "cancels book"
  static let restartsSong: Event.Mark = "restarts song"
  static let resumesFilm: Event.Mark = "resumes film"

  static let runs: Event.Mark = "runs"
  static let hasProgress: Event.Mark = "has progress"
  static let isPaused: Event.Mark = "is paused"
  static let isFinished: Event.Mark = "is finished"
  static let isCancelled: Event.Mark = "is cancelled"

  static func waits(attempt: Int) -> Event.Mark {
    Event.Mark("waits, attempt {}", .number(attempt))
  }

  /// Where each request for a file began.
  static func wasAsked(for name: String, _ starts: [FirstByte]) -> Event.Mark {
    Event.Mark(
      "{}: {}", .text(name), .text(starts.map(\.words).joined(separator: ", then ")))
  }

  enum FirstByte {
    case fromFirstByte
    case fromWhereItStopped
    case other(String)

    fileprivate var words: String {
      switch self {
      case .fromFirstByte: "from the first byte"
      case .fromWhereItStopped: "from where it stopped"
      case .other(let range): range
      }
    }
  }

  /// The files in a folder.
  static func holds(_ files: [(name: String, isWhole: Bool)]) -> Event.Mark {
    let words = files.map { "\($0.name), \($0.isWhole ? "whole" : "not whole")" }
    return Event.Mark("{}", .text(words.joined(separator: "; ")))
  }
}

// Who watches the kit's manager, and what it downloads.
extension Lesson19 {
  /// The manager's observer: writes down each change, and the first progress of each download.
  final class ManagerListener: Sendable {
    private let bench: Bench
    private let last = Locked<[String: DownloadManager.Download.State]>([:])
    private let gates = Locked<[String: Gate]>([:])

    init(_ bench: Bench) { self.bench = bench }

    /// Called on the main thread, in the order of the changes.
    func hear(_ download: DownloadManager.Download) {
      let name = download.destination.lastPathComponent
      let isChange = last.withLock { last in
        defer { last[name] = download.state }
        return last[name] != download.state
      }
      let mark = isChange ? mark(download) : hasProgress
      guard isChange || !gate(name, mark).isOpen else { return }
      bench.log(name)(mark)
      gate(name, mark).open()
    }

    func wait(_ name: String, _ mark: Event.Mark) { gate(name, mark).waitForOutside() }

    private func gate(_ name: String, _ mark: Event.Mark) -> Gate {
      let key = "\(name) \(Event.Fact.mark(mark).words)"
      return gates.withLock { gates in
        let gate = gates[key] ?? bench.gate(key, isTraced: false)
        gates[key] = gate
        return gate
      }
    }

    private func mark(_ download: DownloadManager.Download) -> Event.Mark {
      switch download.state {
      case .added: "is added"
      case .waiting: waits(attempt: download.attempts)
      case .running: runs
      case .retrying: "will be tried again"
      case .paused: isPaused
      case .finished: isFinished
      case .failed: "has failed"
      case .cancelled: isCancelled
      }
    }
  }

  /// A file on the server whose first reply falls silent half-way, so that there is time to give
  /// commands.
  final class SlowFile: Sendable {
    static let body = LoopbackServer.Body.generated(length: 60_000)

    let name: String
    let url: URL
    /// Open when the connection with the silent reply has gone away.
    let isLetGo: Gate

    init(_ name: String, _ bench: Bench, _ server: LoopbackServer) {
      self.name = name
      url = server.url("/\(name)")
      let (log, isLetGo) = (
        bench.log("\(name) server"), bench.gate("\(name) is let go", isTraced: false)
      )
      self.isLetGo = isLetGo
      let hold = LoopbackServer.Hold {
        log(connectionIsGone)
        isLetGo.open()
      }
      server.serve(
        "/\(name)", LoopbackServer.Resource(Self.body), faults: [.stall(after: 20_000, hold)])
    }
  }
}
