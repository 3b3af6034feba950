import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson21 {
  typealias MakeStepped = (
    Log, HeldReply, TransferSession, Gate, @escaping @Sendable (CancelStep) -> Void
  ) -> SteppedDownload

  /// What `cancel()` of a download does, one after the other.
  enum CancelStep { case transfer, flags }

  // snippet: disk
  /// The disk of a picture loader: one serial queue, and a token that each block asks first.
  class Disk: @unchecked Sendable {
    private let bench: Bench
    let queue = DispatchQueue(label: "lab.lesson.disk")

    private let mark = DispatchSpecificKey<Bool>()

    init(_ bench: Bench) {
      self.bench = bench
      queue.setSpecific(key: mark, value: true)
    }

    /// Whether it is the disk's queue that runs the caller.
    var runsCaller: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    /// Looks for a picture, unless somebody cancels the token before.
    final func look(
      _ name: String, unless token: Operation, _ body: @escaping @Sendable () -> Void
    ) {
      let log = bench.log(name)
      log(isGiven)
      give { [self] in
        guard !isDropped(token) else { return }
        log.during(body)
      }
    }

    func give(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
    func isDropped(_ token: Operation) -> Bool { token.isCancelled }
  }
  // end snippet

  // snippet: waiting
  /// BROKEN ON PURPOSE: the caller's thread does the looking, or at least waits for it.
  final class WaitingDisk: Disk, @unchecked Sendable {
    override func give(_ block: @escaping @Sendable () -> Void) { queue.sync(execute: block) }
  }
  // end snippet

  // snippet: crowded
  /// BROKEN ON PURPOSE: each look has a queue to itself, so that none waits for another.
  final class CrowdedDisk: Disk, @unchecked Sendable {
    override func give(_ block: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "lab.lesson.look").async(execute: block)
    }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: holds the token and does not ask it.
  final class DeafDisk: Disk, @unchecked Sendable {
    override func isDropped(_ token: Operation) -> Bool { false }
  }
  // end snippet

  /// A transfer in an operation; when the operation is over is left to the two below.
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
        reply.isOver.open()
      }
      didBegin()
    }

    func didBegin() {}
    func didEnd() {}
  }

  // snippet: patient
  /// Finished when the transfer's callback says so.
  final class PatientDownload: HeldDownload, @unchecked Sendable {
    override func didEnd() { finish() }
  }
  // end snippet

  // snippet: hasty
  /// BROKEN ON PURPOSE: finished when `start()` is, with the transfer still under way.
  final class HastyDownload: HeldDownload, @unchecked Sendable {
    override func didBegin() { finish() }
  }
  // end snippet

  /// SDWebImage's downloader in short: two flags and a transfer. In which order `cancel()` ends them
  /// is left to the two below.
  class SteppedDownload: TracedOperation, @unchecked Sendable {
    private struct State: Sendable {
      var isExecuting = false
      var isFinished = false
      var transfer: Transfer?
    }

    private let state = Locked(State())
    private let reply: HeldReply
    private let session: TransferSession
    /// Opened when `start()` is about to return.
    let hasStarted: Gate
    /// Called between the steps of `cancel()`, with the one that has been done.
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
        reply.isOver.open()
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
  /// First the transfer, then the queue.
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
  /// BROKEN ON PURPOSE: the queue hears of the end before there is one.
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

  /// A reply that the server holds until the program lets it go.
  struct HeldReply: Sendable {
    let url: URL
    /// The subject of what its caller is told.
    let picture: String
    /// Opened when the server has the request.
    let isAsked: Gate
    /// Opened when its connection has gone away while the server held it.
    let isGone: Gate
    /// For the program to open when the transfer is over.
    let isOver: Gate
    private let log: Log
    private let hold: LoopbackServer.Hold

    /// Written down as `reply 1`: its body begins when the server has the request, and ends when the
    /// bytes may go, or when nobody is there any more who would take them.
    init(_ bench: Bench, _ network: PictureNetwork, _ number: Int) {
      func gate(_ name: String) -> Gate { bench.gate("reply \(number) \(name)", isTraced: false) }
      let (log, isAsked, isGone) = (
        bench.log("reply \(number)"), gate("is asked for"), gate("is gone")
      )
      url = network.server.url("/\(number)")
      picture = "picture \(number)"
      (self.log, self.isAsked, self.isGone, isOver) = (log, isAsked, isGone, gate("is over"))
      hold = LoopbackServer.Hold {
        log(.ended, nil, .mark(connectionIsGone))
        isGone.open()
      }
      network.serve("/\(number)", at: [hold]) {
        log(.began)
        isAsked.open()
      }
    }

    /// Lets the bytes go.
    func letGo() {
      if !isGone.isOpen { log(.ended) }
      hold.release()
    }
  }
}

extension [Lesson21.HeldReply] {
  // snippet: let-go
  /// Waits until the server holds so many, and everything is at rest; then lets one go after
  /// another.
  func letGoOneByOne(_ bench: Bench, atOnce width: Int) {
    for reply in prefix(width) { reply.isAsked.waitForOutside() }
    bench.markRest("server", Lesson21.holds(atRest: self.count { $0.isAsked.isOpen }))
    for (place, reply) in enumerated() {
      reply.letGo()
      reply.isOver.waitForOutside()
      if place + width < count { self[place + width].isAsked.waitForOutside() }
    }
  }
  // end snippet
}

// What the looks on disk record.
extension Lesson21 {
  static let isGiven: Event.Mark = "is given to the disk"
  static let secondDoesNotBegin: Event.Mark = "the second does not begin"
  static let meetsSecond: Event.Mark = "meets the second"

  static func lookIs(inQueue: Bool) -> Event.Mark {
    inQueue ? "the look is in its queue" : "the look is not in its queue"
  }

  static func callerGoesOn(_ goesOn: Bool) -> Event.Mark {
    goesOn ? "the caller goes on" : "the caller does not go on"
  }
}

// What the loader's places record, and what its callers get.
extension Lesson21 {
  static let isEmptied: Event.Mark = "is emptied"
  static let isAsked: Event.Mark = "is asked"
  static let getsNothing: Event.Mark = "gets nothing"

  static func has(_ path: String) -> Event.Mark { Event.Mark("has {}", .text(path)) }
  static func lacks(_ path: String) -> Event.Mark { Event.Mark("does not have {}", .text(path)) }
  static func wasAsked(for paths: String) -> Event.Mark {
    Event.Mark("was asked for {}", .text(paths))
  }

  static func gets(from origin: String) -> Event.Mark {
    Event.Mark("gets it from {}", .text(origin))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .text(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// What downloads and their server record.
extension Lesson21 {
  static let transferIsCancelled: Event.Mark = "its transfer is cancelled"
  static let connectionIsGone: Event.Mark = "its connection is gone"
  static let isAtRest: Event.Mark = "at rest"

  static func holds(atRest count: Int) -> Event.Mark {
    Event.Mark("at rest with {} replies held", .number(count))
  }
}
