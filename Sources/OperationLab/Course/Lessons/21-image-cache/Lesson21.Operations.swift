import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson21 {
  typealias MakeStepped = (
    Log, HeldReply, TransferSession, Gate, @escaping @Sendable (CancelStep) -> Void
  ) -> SteppedDownload

  /// The two steps of `cancel()`.
  enum CancelStep { case transfer, flags }

  // snippet: disk
  /// The disk of a picture loader. It has one serial queue. Each block reads its token first.
  class Disk: @unchecked Sendable {
    private let bench: Bench
    private let queue = DispatchQueue(label: "lab.lesson.disk")

    init(_ bench: Bench) { self.bench = bench }

    /// Looks for a picture, unless the token is cancelled before its turn.
    final func look(
      _ name: String, unless token: Operation, _ body: @escaping @Sendable () -> Void
    ) {
      let log = bench.log(name)
      log(isGiven)
      enqueue { [self] in
        guard !isDropped(token) else { return }
        log.during(body)
      }
    }

    func enqueue(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
    func isDropped(_ token: Operation) -> Bool { token.isCancelled }
  }
  // end snippet

  // snippet: crowded
  /// BROKEN ON PURPOSE: each look has its own queue, so that no look waits for another.
  final class CrowdedDisk: Disk, @unchecked Sendable {
    override func enqueue(_ block: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "lab.lesson.look").async(execute: block)
    }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: has the token and does not read it.
  final class DeafDisk: Disk, @unchecked Sendable {
    override func isDropped(_ token: Operation) -> Bool { false }
  }
  // end snippet

  // snippet: held
  /// A transfer in an operation. Its two subclasses decide when the operation finishes.
  class HeldDownload: AsyncOperation, @unchecked Sendable {
    private let reply: HeldReply
    private let session: TransferSession

    init(_ reply: HeldReply, _ session: TransferSession) {
      (self.reply, self.session) = (reply, session)
      super.init()
      name = reply.picture
    }

    final override func work() {
      _ = session.start(URLRequest(url: reply.url)) { [self] event in
        guard case .ended = event else { return }
        didEnd()
        reply.hasEnded.open()
      }
      didBegin()
    }

    func didBegin() {}
    func didEnd() {}
  }
  // end snippet

  // snippet: patient
  /// Finishes when its transfer has ended.
  final class PatientDownload: HeldDownload, @unchecked Sendable {
    override func didEnd() { finish() }
  }
  // end snippet

  // snippet: hasty
  /// BROKEN ON PURPOSE: finishes when `start()` returns, while the transfer still runs.
  final class HastyDownload: HeldDownload, @unchecked Sendable {
    override func didBegin() { finish() }
  }
  // end snippet

  /// SDWebImage's downloader in short: two flags and a transfer. Its two subclasses decide in which
  /// order `cancel()` changes them.
  class SteppedDownload: TracedOperation, @unchecked Sendable {
    private struct State: Sendable {
      var isExecuting = false
      var isFinished = false
      var transfer: Transfer?
    }

    private let state = Locked(State())
    private let reply: HeldReply
    private let session: TransferSession
    /// Opens when `start()` is about to return.
    let hasStarted: Gate
    /// Called between the two steps of `cancel()`, with the step that has been done.
    let hold: @Sendable (CancelStep) -> Void

    init(
      _ log: Log, _ reply: HeldReply, _ session: TransferSession, hasStarted: Gate,
      hold: @escaping @Sendable (CancelStep) -> Void
    ) {
      (self.reply, self.session, self.hasStarted, self.hold) = (reply, session, hasStarted, hold)
      super.init(log)
    }

    final override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    final override var isFinished: Bool { state.withLock { $0.isFinished } }

    final override func start() {
      if isCancelled {
        return announcing("isFinished") { state.withLock { $0.isFinished = true } }
      }
      announcing("isExecuting") { state.withLock { $0.isExecuting = true } }
      log(.started, self)
      let transfer = session.start(URLRequest(url: reply.url)) { [self] event in
        guard case .ended = event else { return }
        reportEnd()
        reply.hasEnded.open()
      }
      state.withLock { $0.transfer = transfer }
      if isCancelled { transfer.cancel() }
      log(.returned, self)
      hasStarted.open()
    }

    // snippet: steps
    final func cancelTransfer() {
      state.withLock { $0.transfer }?.cancel()
      log(transferIsCancelled, self)
    }

    final func reportEnd() {
      announcing("isExecuting") {
        state.withLock { $0.isExecuting = false }
        log(.observed, self)
      }
      announcing("isFinished") {
        state.withLock { $0.isFinished = true }
        log(.finished, self)
      }
    }
    // end snippet
  }

  // snippet: orderly
  /// Ends the transfer, and then reports.
  final class OrderlyDownload: SteppedDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      guard isExecuting else { return }
      cancelTransfer()
      hold(.transfer)
      reportEnd()
    }
  }
  // end snippet

  // snippet: eager
  /// BROKEN ON PURPOSE: reports the end before the transfer has ended.
  final class EagerDownload: SteppedDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      guard isExecuting else { return }
      reportEnd()
      hold(.flags)
      cancelTransfer()
    }
  }
  // end snippet

  /// A reply that the server holds until the program releases it.
  struct HeldReply: Sendable {
    let url: URL
    /// The subject of the caller's result.
    let picture: String
    /// Opens when the server has the request.
    let isAsked: Gate
    /// Opens when the client has closed the connection while the server held the reply.
    let isClosed: Gate
    /// For the program to open when the transfer has ended.
    let hasEnded: Gate
    private let log: Log
    private let hold: LoopbackServer.Hold

    /// Recorded as `reply 1`. Its body begins when the server has the request. It ends when the
    /// server may send the bytes, or when the client has closed the connection.
    init(_ bench: Bench, _ network: PictureNetwork, _ number: Int) {
      func gate(_ name: String) -> Gate { bench.gate("reply \(number) \(name)", isTraced: false) }
      let (log, isAsked, isClosed) = (
        bench.log("reply \(number)"), gate("is asked for"), gate("is closed")
      )
      url = network.server.url("/\(number)")
      picture = "picture \(number)"
      (self.log, self.isAsked, self.isClosed) = (log, isAsked, isClosed)
      hasEnded = gate("has ended")
      hold = LoopbackServer.Hold {
        log(.ended, nil, .mark(connectionIsClosed))
        isClosed.open()
      }
      network.serve("/\(number)", at: [hold]) {
        log(.began)
        isAsked.open()
      }
    }

    /// Lets the server send the bytes.
    func send() {
      if !isClosed.isOpen { log(.ended) }
      hold.release()
    }
  }
}

extension [Lesson21.HeldReply] {
  // snippet: one-by-one
  /// Waits until the server holds so many replies and the process is idle. Then lets the server send
  /// one after another.
  func sendOneByOne(_ bench: Bench, atOnce width: Int) {
    for reply in prefix(width) { reply.isAsked.waitForOutside() }
    bench.markIdle("server", Lesson21.holdsWhileIdle(self.count { $0.isAsked.isOpen }))
    for (place, reply) in enumerated() {
      reply.send()
      reply.hasEnded.waitForOutside()
      if place + width < count { self[place + width].isAsked.waitForOutside() }
    }
  }
  // end snippet
}

// Marks of the looks on disk.
extension Lesson21 {
  static let isGiven: Event.Mark = "is given to the disk"
  static let secondDoesNotBegin: Event.Mark = "the second does not begin"
  static let meetsSecond: Event.Mark = "meets the second"
}

// Marks of the memory, the disk and the callers.
extension Lesson21 {
  static let isEmptied: Event.Mark = "is emptied"
  static let isAsked: Event.Mark = "is asked"
  static let getsNothing: Event.Mark = "gets nothing"

  static func has(_ path: String) -> Event.Mark { Event.Mark("has {}", .text(path)) }
  static func lacks(_ path: String) -> Event.Mark { Event.Mark("does not have {}", .text(path)) }
  static func gets(from origin: String) -> Event.Mark {
    Event.Mark("gets it from {}", .words(origin))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .words(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// Marks of the downloads and their server.
extension Lesson21 {
  static let transferIsCancelled: Event.Mark = "its transfer is cancelled"
  static let connectionIsClosed: Event.Mark = "its connection is closed"
  static let isIdle: Event.Mark = "is idle"

  static func holdsWhileIdle(_ count: Int) -> Event.Mark {
    Event.Mark("is idle with {} replies held", .number(count))
  }
}
