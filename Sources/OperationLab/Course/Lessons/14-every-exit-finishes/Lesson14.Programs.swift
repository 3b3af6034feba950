import Foundation
import OperationDoctor
@_spi(Course) import OperationBench

extension Lesson14 {
  // snippet: unfinished
  /// BROKEN ON PURPOSE: article E's concurrent class. If it was cancelled, it returns unfinished.
  final class UnfinishedOperation: Cancellable, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    override func start() {
      log(.started, self)
      lock.lock()
      if isCancelled {
        log(.noted, note: "sees that it was cancelled")
      } else if isReady {
        log(.noted, note: "works")
        hasFinished = true
      }
      lock.unlock()
      log(.returned, self)
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { lock.withLock { hasFinished } }
  }
  // end snippet

  // snippet: finishing
  /// Fixed: finishes in every case, and posts the notification without the lock.
  final class FinishingOperation: Cancellable, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    override func start() {
      log(.started, self)
      lock.lock()
      if isCancelled {
        log(.noted, note: "sees that it was cancelled")
      } else if isReady {
        log(.noted, note: "works")
      }
      lock.unlock()
      finish()
      log(.returned, self)
    }

    private func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { lock.withLock { hasFinished } }
  }
  // end snippet

  /// Records when it is cancelled.
  class Cancellable: TracedOperation, @unchecked Sendable {
    final override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }
  }

  /// How a download ends. The one behind `fails` shows whether the queue continues after a failure.
  enum Fate: String, CaseIterable, Sendable {
    case succeeds
    case cancelledBefore = "cancelled before"
    case cancelledMeanwhile = "cancelled meanwhile"
    case fails
    case noConnection = "no connection"

    /// The marks that the operation records.
    var steps: [Trace.Event.Mark] {
      switch self {
      case .succeeds: [receives("first half"), receives("second half"), exit]
      case .cancelledBefore, .noConnection: [exit]
      case .cancelledMeanwhile: [receives("first half"), exit]
      case .fails: [receives("first half"), notifiesDelegate, exit]
      }
    }

    /// The mark that the operation records when it finishes.
    var exit: Trace.Event.Mark {
      switch self {
      case .succeeds: "has everything"
      case .cancelledBefore: "was cancelled before it started"
      case .cancelledMeanwhile: "was cancelled while receiving"
      case .fails: "has failed"
      case .noConnection: "has no connection"
      }
    }
  }

  // snippet: download
  /// A download with five ways out. Four of them call `finish(_:)` here. The fifth is `didFail()`.
  class PretendDownload: Cancellable, @unchecked Sendable {
    private struct ConnectionLost: Error {}
    private let fate: Fate
    private let bench: Bench
    private let lock = NSLock()
    /// All guarded by `lock`.
    private var (isExecutingNow, isFinishing, hasFinished) = (false, false, false)

    init(_ log: Log, _ fate: Fate, _ bench: Bench) {
      self.fate = fate
      self.bench = bench
      super.init(log)
    }

    override func start() {
      log(.started, self)
      let hasReturned = bench.gate("start() has returned", isTraced: false)
      begin(after: hasReturned)
      log(.returned, self)
      hasReturned.open()
    }

    private func begin(after gate: Gate) {
      if isCancelled { return finish("was cancelled before it started") }
      if fate == .noConnection { return finish("has no connection") }
      willChangeValue(forKey: "isExecuting")
      lock.withLock { isExecutingNow = true }
      didChangeValue(forKey: "isExecuting")
      bench.elsewhere { [self] in
        gate.wait()
        log.during(transfer)
      }
    }

    private func transfer() {
      do {
        receive("first half")
        if fate == .fails { throw ConnectionLost() }
        if fate == .cancelledMeanwhile { cancel() }
        receive("second half")
      } catch {
        didFail()
      }
    }

    private func receive(_ piece: String) {
      if isCancelled { return finish("was cancelled while receiving") }
      log(receives(piece))
      if piece == "second half" { finish("has everything") }
    }

    func didFail() {}

    /// The only place that finishes the operation. Only the first call counts.
    final func finish(_ how: Trace.Event.Mark) {
      let isFirst = lock.withLock {
        defer { isFinishing = true }
        return !isFinishing
      }
      guard isFirst else { return }
      log(how)
      willChangeValue(forKey: "isFinished")
      willChangeValue(forKey: "isExecuting")
      lock.withLock { (isExecutingNow, hasFinished) = (false, true) }
      log(.finished, self)
      didChangeValue(forKey: "isExecuting")
      didChangeValue(forKey: "isFinished")
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { isExecutingNow } }
    override var isFinished: Bool { lock.withLock { hasFinished } }
  }
  // end snippet

  // snippet: forgetful
  /// BROKEN ON PURPOSE: if it fails, it notifies its delegate and does not finish, as in article A.
  final class ForgetfulDownload: PretendDownload, @unchecked Sendable {
    override func didFail() {
      log(notifiesDelegate)
    }
  }
  // end snippet

  // snippet: thorough
  /// Fixed: finishes if it fails as well.
  final class ThoroughDownload: PretendDownload, @unchecked Sendable {
    override func didFail() {
      log(notifiesDelegate)
      finish("has failed")
    }
  }
  // end snippet

  /// The mark for a half that a download has received.
  static func receives(_ half: String) -> Trace.Event.Mark {
    .init("receives the {}", .words(half))
  }

  static let notifiesDelegate: Trace.Event.Mark = "notifies its delegate that it failed"
}

extension Lesson14 {
  static let article = Program(
    "article", role: .article, "Article E's concurrent operation is cancelled before it starts.",
    expected: .hangs
  ) { bench in
    cancelBeforeStart(bench, UnfinishedOperation(bench.log("first")))
  }

  static let cancelledFinishes = Program(
    "cancelled-finishes", role: .fixed,
    "It is cancelled before it starts. Its start() calls finish() in every case."
  ) { bench in
    cancelBeforeStart(bench, FinishingOperation(bench.log("first")))
  }

  // snippet: cancel-before-start
  static func cancelBeforeStart(_ bench: Bench, _ first: TracedOperation) {
    let queue = bench.queue("downloads", width: 1)
    queue.isSuspended = true
    queue.addOperation(first)
    queue.addOperation(bench.block("next"))
    first.cancel()
    queue.isSuspended = false
  }
  // end snippet

  static let oneExitForgotten = Program(
    "one-exit-forgotten", role: .broken,
    "Five downloads, one for each way out. The one that fails does not finish, as in article A.",
    expected: .hangs
  ) { bench in
    endInEveryWay(bench) { ForgetfulDownload($0, $1, bench) }
  }

  static let everyExit = Program(
    "every-exit", role: .fixed, "Five downloads, one for each way out. All of them finish."
  ) { bench in
    endInEveryWay(bench) { ThoroughDownload($0, $1, bench) }
  }

  static func endInEveryWay(_ bench: Bench, _ make: (Log, Fate) -> Operation) {
    let queue = bench.queue("downloads", width: 1)
    for fate in Fate.allCases {
      let operation = make(bench.log(fate.rawValue), fate)
      if fate == .cancelledBefore { operation.cancel() }
      queue.addOperation(operation)
    }
  }
}
