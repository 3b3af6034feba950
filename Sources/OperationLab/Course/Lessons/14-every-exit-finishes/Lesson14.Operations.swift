import Foundation
import OperationLab
import OperationTesting

extension Lesson14 {
  // snippet: mute
  /// BROKEN ON PURPOSE: article E's concurrent subclass; cancelled, it returns without a word.
  final class MuteOperation: Cancellable, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let flags = ExecutionFlags()

    override func start() {
      log(.started, self)
      lock.lock()
      if isCancelled {
        log(.noted, note: "sees that it was cancelled")
      } else if isReady {
        log(.noted, note: "works")
        flags.end()
      }
      lock.unlock()
      log(.returned, self)
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: speaking
  /// The same, except that it finishes whatever happened, and says so once the lock is free.
  final class SpeakingOperation: Cancellable, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let flags = ExecutionFlags()

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
      announcing("isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  /// Writes down when it is cancelled.
  class Cancellable: TracedOperation, @unchecked Sendable {
    final override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }
  }

  /// How a download ends; what is behind the one that fails shows whether its queue got past it.
  enum Fate: String, CaseIterable, Sendable {
    case succeeds
    case cancelledBefore = "cancelled before"
    case cancelledMeanwhile = "cancelled meanwhile"
    case fails
    case noConnection = "no connection"

    /// What the operation writes down on its way out.
    var steps: [Trace.Event.Mark] {
      switch self {
      case .succeeds: [receives("first half"), receives("second half"), exit]
      case .cancelledBefore, .noConnection: [exit]
      case .cancelledMeanwhile: [receives("first half"), exit]
      case .fails: [receives("first half"), tellsDelegate, exit]
      }
    }

    /// What the operation says when it leaves.
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
  /// A download with five ways out. Four of them are here, and they all call `finish(_:)`.
  class PretendDownload: Cancellable, @unchecked Sendable {
    private let fate: Fate
    private let bench: Bench
    private let flags = ExecutionFlags()

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
      announcing("isExecuting") { flags.begin() }
      bench.elsewhere { [self] in
        gate.wait()
        log.during(transfer)
      }
    }

    private func transfer() {
      receive("first half")
      if fate == .fails { return didFail() }
      if fate == .cancelledMeanwhile { cancel() }
      receive("second half")
    }

    private func receive(_ piece: String) {
      if isCancelled { return finish("was cancelled while receiving") }
      log(receives(piece))
      if piece == "second half" { finish("has everything") }
    }

    func didFail() {}

    /// The only place that ends the operation; only the first to come ends it.
    final func finish(_ how: Trace.Event.Mark) {
      guard flags.claimEnd() else { return }
      log(how)
      announcing("isExecuting", "isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: forgetful
  /// BROKEN ON PURPOSE: the fifth way out tells its delegate and leaves, as in article A.
  final class ForgetfulDownload: PretendDownload, @unchecked Sendable {
    override func didFail() {
      log(tellsDelegate)
    }
  }
  // end snippet

  // snippet: thorough
  /// The same, except that failing, too, finishes.
  final class ThoroughDownload: PretendDownload, @unchecked Sendable {
    override func didFail() {
      log(tellsDelegate)
      finish("has failed")
    }
  }
  // end snippet

  /// A download receives a half.
  static func receives(_ half: String) -> Trace.Event.Mark {
    .init("receives the {}", .text(half))
  }

  static let tellsDelegate: Trace.Event.Mark = "tells its delegate of the failure"
}
