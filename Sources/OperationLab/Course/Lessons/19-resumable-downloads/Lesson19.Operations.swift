import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson19 {
  // snippet: task-operation
  /// Article B's `TaskOperation`. It runs a session's task and asks for the bytes that are missing.
  class DownloadTaskOperation: AsyncOperation, URLSessionDataDelegate, @unchecked Sendable {
    let log: Log
    let store: ByteStore
    /// Opens when the operation has finished.
    let hasEnded: Gate
    private let url: URL
    private let shared: SharedSession?
    private let state = Locked((task: URLSessionTask?.none, hasEnded: false))

    /// - Parameter session: the session of the task. By default, each operation makes its own.
    init(
      _ name: String, _ url: URL, into store: ByteStore, _ bench: Bench,
      session: SharedSession? = nil
    ) {
      (self.url, self.store, shared) = (url, store, session)
      log = bench.log(name)
      hasEnded = bench.gate("\(name) has ended", isTraced: false)
      super.init()
      self.name = name
    }

    var task: URLSessionTask? { state.withLock { $0.task } }

    final override func work() {
      log(.started, self)
      let session =
        shared?.session
        ?? URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.dataTask(with: request)
      shared?.add(self, for: task)
      state.withLock { $0.task = task }
      // Recorded first, because the session's threads run from here on.
      log(.returned, self)
      task.resume()
      // A session of its own ends after this task.
      if shared == nil { session.finishTasksAndInvalidate() }
    }

    private var request: URLRequest {
      var request = URLRequest(url: url)
      if store.count > 0 {
        request.setValue("bytes=\(store.count)-", forHTTPHeaderField: "Range")
      }
      return request
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
      state.withLock { if !$0.hasEnded { store.append(data) } }
    }

    final func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      completeTask()
    }

    /// Receives the status of the answer before the first byte.
    func accept(status: Int) {}

    /// Finishes the operation. To be called when its task has ended. Only the first call counts.
    final func completeTask() {
      let (isFirst, task) = state.withLock { state in
        defer { state.hasEnded = true }
        return (!state.hasEnded, state.task)
      }
      guard isFirst else { return }
      task?.cancel()
      log(.finished)
      finish()
      hasEnded.open()
    }
  }
  // end snippet

  // snippet: shared-session
  /// As in article B: one session for all downloads. Its delegate passes each callback to the
  /// operation of the task.
  final class SharedSession: Sendable {
    let session: URLSession
    private let router: Router

    /// - Parameter whenTaskEnds: called with the operation of a task that has ended.
    init(whenTaskEnds: @escaping @Sendable (DownloadTaskOperation) -> Void) {
      router = Router(whenTaskEnds)
      session = URLSession(configuration: .ephemeral, delegate: router, delegateQueue: nil)
    }

    func add(_ operation: DownloadTaskOperation, for task: URLSessionTask) {
      router.operations.withLock { $0[task.taskIdentifier] = operation }
    }

    /// How many tasks it has had.
    var taskCount: Int { router.operations.withLock { $0.count } }

    /// Releases the delegate, which a session otherwise keeps.
    func invalidate() { session.finishTasksAndInvalidate() }

    private final class Router: NSObject, URLSessionDataDelegate, Sendable {
      let operations = Locked<[Int: DownloadTaskOperation]>([:])
      private let whenTaskEnds: @Sendable (DownloadTaskOperation) -> Void

      init(_ whenTaskEnds: @escaping @Sendable (DownloadTaskOperation) -> Void) {
        self.whenTaskEnds = whenTaskEnds
      }

      private func operation(of task: URLSessionTask) -> DownloadTaskOperation? {
        operations.withLock { $0[task.taskIdentifier] }
      }

      func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
      ) {
        operation(of: dataTask)?.urlSession(
          session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
      }

      func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
      ) {
        operation(of: dataTask)?.urlSession(session, dataTask: dataTask, didReceive: data)
      }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
      ) {
        operation(of: task).map(whenTaskEnds)
      }
    }
  }
  // end snippet

  // snippet: suspending
  /// BROKEN ON PURPOSE: pauses by suspending the task. Article B says that a task can be suspended
  /// and keeps its state. It does not pause its downloads like this.
  final class SuspendingOperation: DownloadTaskOperation, @unchecked Sendable {
    func pause() {
      task?.suspend()
      log(pauses(task: task?.state.word ?? "not there"), self)
    }

    func resume() {
      log(resumes(task: task?.state.word ?? "not there"), self)
      task?.resume()
    }
  }
  // end snippet

  // snippet: cancelling
  /// As in article B, to pause is to cancel. The task ends, and the operation finishes. The bytes
  /// stay in the store, and a new operation asks for the rest.
  final class CancellingOperation: DownloadTaskOperation, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      completeTask()
    }
  }
  // end snippet

  // snippet: trusting
  /// BROKEN ON PURPOSE: appends every answer.
  final class TrustingOperation: DownloadTaskOperation, @unchecked Sendable {
    override func accept(status: Int) {}
  }
  // end snippet

  // snippet: checking
  /// Fixed: status 200 means the whole file, which replaces the bytes in the store.
  final class StatusCheckingOperation: DownloadTaskOperation, @unchecked Sendable {
    override func accept(status: Int) {
      if status == 200 { store.removeAll() }
    }
  }
  // end snippet

  /// The bytes of a file that have arrived so far. Several operations may add to them.
  ///
  /// It keeps a reference to the server, which stops when it is deallocated.
  final class ByteStore: Sendable {
    /// Opens when the first part of the file has arrived.
    let hasFirstPart: Gate
    private let bytes: Locked<Data>
    private let server: LoopbackServer

    init(_ bench: Bench, from server: LoopbackServer, holding bytes: Data = Data()) {
      self.server = server
      hasFirstPart = bench.gate("the first part has arrived", isTraced: false)
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

    func removeAll() { bytes.withLock { $0 = Data() } }

    /// Compares the bytes with the file on the server.
    func comparison(with body: LoopbackServer.Body) -> Event.Mark {
      bytes.withLock { bytes in
        let truth = body.bytes(0..<body.length)
        if bytes == truth { return Film.whole(truth.count) }
        let shared = zip(bytes, truth).prefix { $0 == $1 }.count
        return Film.isWrong(bytes.count, from: shared)
      }
    }
  }

  /// A file on the server. In the middle of its first answer the server becomes silent.
  final class Film: Sendable {
    static let body = LoopbackServer.Body.generated(length: 60_000)
    static let firstPart = 20_000

    let url: URL
    let store: ByteStore
    /// Opens when the client has closed the connection of the first answer.
    let isClosed: Gate
    private let bench: Bench
    private let hold: LoopbackServer.Hold

    /// - Parameter always: what goes wrong with every answer. By default, the first answer becomes
    ///   silent, and the store is empty. Otherwise the store has the first part already.
    init(_ bench: Bench, _ server: LoopbackServer, always: LoopbackServer.Fault? = nil) {
      self.bench = bench
      url = server.url("/film")
      let first = always == nil ? Data() : Self.body.bytes(0..<Self.firstPart)
      store = ByteStore(bench, from: server, holding: first)
      let isClosed = bench.gate("the connection is closed", isTraced: false)
      let hold = LoopbackServer.Hold { isClosed.open() }
      (self.isClosed, self.hold) = (isClosed, hold)
      server.serve("/film") { request in
        bench.log("server")(asks(request.number + 1, range: request["Range"]))
        let silence = LoopbackServer.Fault.stall(after: Self.firstPart, hold)
        return LoopbackServer.Resource(
          Self.body, fault: always ?? (request.number == 0 ? silence : nil))
      }
    }

    /// Lets the server continue a silent answer.
    func releaseServer() { hold.release() }

    /// Records what has arrived in the end.
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
    case .completed: "completed"
    @unknown default: "in an unknown state"
    }
  }
}

// What the programs record about paused downloads.
extension Lesson19 {
  /// A request with its number and its header `Range`.
  static func asks(_ number: Int, range: String?) -> Event.Mark {
    Event.Mark("request {}: {}", .number(number), .text(range.map { "Range: \($0)" } ?? "no Range"))
  }

  /// A request for the bytes after the first part.
  static func asksForRest(_ number: Int) -> Event.Mark {
    asks(number, range: "bytes=\(Film.firstPart)-")
  }

  static func status(_ status: Int) -> Event.Mark {
    Event.Mark("the status is {}", .number(status))
  }

  static func pauses(task state: String) -> Event.Mark {
    Event.Mark("paused: its task is {}", .words(state))
  }

  static func resumes(task state: String) -> Event.Mark {
    Event.Mark("resumed: its task was {}", .words(state))
  }

  static func state(of task: URLSessionTask) -> Event.Mark {
    Event.Mark("its task is {}", .words(task.state.word))
  }

  static let isCompleted = Event.Mark(
    "its task is {}", .words(URLSessionTask.State.completed.word))

  static func isPaused(with count: Int) -> Event.Mark {
    Event.Mark("paused, with {} bytes", .number(count))
  }

  static func operationCount(_ count: Int) -> Event.Mark {
    Event.Mark("operationCount is {}", .number(count))
  }

  static func sessionHasHad(tasks count: Int) -> Event.Mark {
    Event.Mark("its session has had {} tasks", .number(count))
  }

  static let taskHasEnded: Event.Mark = "its task has ended"
  static let connectionIsClosed: Event.Mark = "finds the connection closed"
}

extension Lesson19.Film {
  static let hasPart = bytes(firstPart)
  static let isWhole = whole(body.length)
  /// The first part, followed by the whole file.
  static let beginsAgain = isWrong(firstPart + body.length, from: firstPart)

  static func whole(_ count: Int) -> Event.Mark {
    Event.Mark("{} bytes, as on the server", .number(count))
  }

  static func bytes(_ count: Int) -> Event.Mark { Event.Mark("{} bytes", .number(count)) }

  static func isWrong(_ count: Int, from first: Int) -> Event.Mark {
    Event.Mark("{} bytes, wrong from byte {} on", .number(count), .number(first))
  }
}

// What the program `manager` records.
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

  /// The first byte that each request for a file asked for.
  static func wasAsked(for name: String, _ starts: [FirstByte]) -> Event.Mark {
    Event.Mark(
      "{}: {}", .text(name), .words(starts.map(\.words).joined(separator: ", then ")))
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

// The observer of the kit's manager, and the files that it downloads.
extension Lesson19 {
  /// The manager's observer. It records each change and the first progress of each download.
  final class ManagerListener: Sendable {
    private let bench: Bench
    private let last = Locked<[String: DownloadManager.Download.State]>([:])
    private let gates = Locked<[String: Gate]>([:])

    init(_ bench: Bench) { self.bench = bench }

    /// Called on the main thread, in the order of the changes.
    func receive(_ download: DownloadManager.Download) {
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

  /// A file on the server. Its first reply becomes silent half-way, so that there is time for
  /// commands.
  final class SlowFile: Sendable {
    static let body = LoopbackServer.Body.generated(length: 60_000)

    let name: String
    let url: URL
    /// Opens when the client has closed the connection of the silent reply.
    let isClosed: Gate

    init(_ name: String, _ bench: Bench, _ server: LoopbackServer) {
      self.name = name
      url = server.url("/\(name)")
      let (log, isClosed) = (
        bench.log("\(name) server"), bench.gate("\(name) is closed", isTraced: false)
      )
      self.isClosed = isClosed
      let hold = LoopbackServer.Hold {
        log(connectionIsClosed)
        isClosed.open()
      }
      server.serve(
        "/\(name)", LoopbackServer.Resource(Self.body), faults: [.stall(after: 20_000, hold)])
    }
  }
}
