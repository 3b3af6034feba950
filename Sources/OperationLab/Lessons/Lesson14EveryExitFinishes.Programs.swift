import Foundation

/// What lesson 14 runs.
enum EveryExitFinishesPrograms {
  static let all = [article, cancelledFinishes, oneExitForgotten, everyExit]

  private static let article = Program(
    "article", role: .article, "Article E's concurrent subclass, cancelled before it starts.",
    expected: .hangs
  ) { bench in
    cancelBeforeStart(bench, MuteOperation(bench.log("first")))
  }

  private static let cancelledFinishes = Program(
    "cancelled-finishes", role: .fixed, "The same, except that both branches end in finish()."
  ) { bench in
    cancelBeforeStart(bench, SpeakingOperation(bench.log("first")))
  }

  // snippet: cancel-before-start
  private static func cancelBeforeStart(_ bench: Bench, _ first: TracedOperation) {
    let queue = bench.queue("downloads", width: 1)
    queue.isSuspended = true
    queue.addOperation(first)
    queue.addOperation(bench.block("next"))
    first.cancel()
    first.log(.cancelled, first)
    queue.isSuspended = false
  }
  // end snippet

  private static let oneExitForgotten = Program(
    "one-exit-forgotten", role: .broken,
    "Five downloads, one for each way to end; failing does not finish, as in article A.",
    expected: .hangs
  ) { bench in
    endInEveryWay(bench) { ForgetfulDownload($0, $1, bench) }
  }

  private static let everyExit = Program(
    "every-exit", role: .fixed, "The same five; every way out goes through one function."
  ) { bench in
    endInEveryWay(bench) { ThoroughDownload($0, $1, bench) }
  }

  private static func endInEveryWay(_ bench: Bench, _ make: (Log, Fate) -> Operation) {
    let queue = bench.queue("downloads", width: 1)
    for fate in Fate.allCases {
      let operation = make(bench.log(fate.rawValue), fate)
      if fate == .cancelledBefore { operation.cancel() }
      queue.addOperation(operation)
    }
  }
}

// snippet: mute
/// BROKEN ON PURPOSE: article E's concurrent subclass; cancelled, it returns without a word.
private final class MuteOperation: TracedOperation, @unchecked Sendable {
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
private final class SpeakingOperation: TracedOperation, @unchecked Sendable {
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

/// How a download ends; what is behind the one that fails shows whether its queue got past it.
enum Fate: String, CaseIterable, Sendable {
  case succeeds
  case cancelledBefore = "cancelled before"
  case cancelledMeanwhile = "cancelled meanwhile"
  case fails
  case noConnection = "no connection"

  /// What the operation says when it leaves.
  var exit: String {
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
private class PretendDownload: TracedOperation, @unchecked Sendable {
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
      receive("first half")
      if fate == .fails { return didFail() }
      if fate == .cancelledMeanwhile { cancel() }
      receive("second half")
    }
  }

  private func receive(_ piece: String) {
    if isCancelled { return finish("was cancelled while receiving") }
    log(.noted, note: "receives the \(piece)")
    if piece == "second half" { finish("has everything") }
  }

  func didFail() {}

  /// The only place that ends the operation; only the first to come ends it.
  final func finish(_ how: String) {
    guard flags.claimEnd() else { return }
    log(.noted, note: how)
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
private final class ForgetfulDownload: PretendDownload, @unchecked Sendable {
  override func didFail() {
    log(.noted, note: "tells its delegate of the failure")
  }
}
// end snippet

// snippet: thorough
/// The same, except that failing, too, finishes.
private final class ThoroughDownload: PretendDownload, @unchecked Sendable {
  override func didFail() {
    log(.noted, note: "tells its delegate of the failure")
    finish("has failed")
  }
}
// end snippet
