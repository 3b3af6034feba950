import Foundation
import Synchronization

// snippet: silent
/// BROKEN ON PURPOSE: overrides `start()` and never reports finished, as in article C.
private final class SilentOperation: TracedOperation, @unchecked Sendable {
  // snippet: silent-start
  override func start() {
    log(.started, self)
    log(.returned, self)
  }
  // end snippet
}
// end snippet

// snippet: reporting
/// The same operation, except that a callback from elsewhere reports its end later.
private final class ReportingOperation: TracedOperation, @unchecked Sendable {
  private let network: Network
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var hasFinished = false

  init(_ log: Log, on network: Network) {
    self.network = network
    super.init(log)
  }

  override func start() {
    log(.started, self)
    let answer = network.request { self.reportFinished() }
    log(.returned, self)
    answer.open()
  }

  private func reportFinished() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { hasFinished = true }
    log(.finished, self)
    didChangeValue(forKey: "isFinished")
  }

  override var isFinished: Bool { lock.withLock { hasFinished } }
}
// end snippet

// snippet: async
/// The same once more, on the kit's base class, which keeps every rule of lesson 10.
private final class FetchOperation: AsyncOperation, @unchecked Sendable {
  private let log: Log
  private let network: Network

  init(_ log: Log, on network: Network) {
    self.log = log
    self.network = network
    super.init()
    name = log.subject
  }

  override func work() {
    log(.started, self)
    let answer = network.request {
      self.log(.finished)
      self.finish()
    }
    log(.returned, self)
    answer.open()
  }
}
// end snippet

/// Calls back from a thread of its own, as a transfer's callback would; not before two requests are
/// under way, so that two operations are sure to run at the same time.
private final class Network: Sendable {
  private let bench: Bench
  private let thread: Worker
  private let isBusy: Gate
  private let requests = Atomic<Int>(0)

  init(_ bench: Bench) {
    self.bench = bench
    thread = bench.worker()
    isBusy = bench.gate("two requests are under way", isTraced: false)
  }

  /// - Returns: a gate; the callback comes once it is open, so that it is sure to come later.
  func request(_ callback: @escaping @Sendable () -> Void) -> Gate {
    let answer = bench.gate("answer", isTraced: false)
    thread.async { [isBusy] in
      isBusy.wait()
      answer.wait()
      callback()
    }
    if requests.add(1, ordering: .relaxed).newValue == 2 { isBusy.open() }
    return answer
  }
}

extension Lesson {
  static let missingFinish = Lesson(
    3, "missing-finish", title: "The operation that never says it is done",
    question: """
      Ten operations go into a queue that runs two at a time. Two start; the other eight never do. \
      Nothing crashed and nothing is slow. Why?
      """,
    programs: [silence, laterCallback, baseClass],
    claims: [onlyTwoStart, allTenRun, leavesWhenFinished])

  private static let names = (1...10).map { "op\($0)" }

  private static let silence = Program(
    "article", role: .article,
    "start() logs its thread and returns; nobody ever reports isFinished. Width 2, ten operations.",
    expected: .hangs
  ) { bench in
    // snippet: ten-operations
    let queue = bench.queue("downloads", width: 2)
    for name in names {
      queue.addOperation(SilentOperation(bench.log(name)))
    }
    // end snippet
  }

  private static let laterCallback = Program(
    "later-callback", role: .fixed,
    "The same, but a callback from another thread reports isFinished after start() has returned."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(ReportingOperation(bench.log(name), on: network))
    }
  }

  private static let baseClass = Program(
    "async-operation", role: .fixed,
    "The same on AsyncOperation, the kit's reference base class: work() begins, finish() ends."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(FetchOperation(bench.log(name), on: network))
    }
  }

  private static let onlyTwoStart = Claim(
    "C11",
    "With width 2 and ten operations whose start() never reports finished, exactly two ever start.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A slot of the queue is free again only when the operation in it reports isFinished; \
        returning from start() means nothing to the queue.
        """),
    mutants: [
      .trace(of: "article", "a third operation starts") {
        $0.inserting(.started, of: "op3", on: "T1")
      },
      .trace(of: "article", "nobody looked whether the others ever start") {
        $0.removing(.settled)
      },
      .passing("later-callback", as: "article"),
    ]
  ) { runs in
    let run = try runs["article"]
    let starts = try names.map { try run.occurrence(of: .started, of: $0) }
    let started = starts.filter { !$0.isNever }.map(\.evidence)
    return .confirmed(
      if: started.count == 2,
      "\(started.map(\.subject).joined(separator: " and ")) started; the others never did",
      otherwise: "\(started.count) of ten operations started",
      starts.map(\.evidence))
  }

  private static let allTenRun = Claim(
    "C12",
    """
    Once each reports isFinished with change notification, later, from elsewhere, all ten run, \
    never more than two at a time.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "Each report frees one slot, and the queue starts the next operation in it."),
    mutants: [
      .passing("article", as: "later-callback"),
      .trace(of: "later-callback", "the third starts before anybody has finished") {
        $0.movingToFront(.started, of: "op3")
      },
      .trace(of: "later-callback", "one operation never finishes") {
        $0.removing(.finished, of: "op7")
      },
    ]
  ) { runs in
    let run = try runs["later-callback"]
    let finished = try names.map { try run.first(.finished, of: $0) }
    let started = try names.map { try run.first(.started, of: $0) }
    let peak = run.peak(between: .started, and: .finished)
    return .confirmed(
      if: peak == 2, "all ten started and finished, at most \(peak) at a time",
      otherwise: "all ten ran, but \(peak) at a time", started + finished)
  }

  private static let leavesWhenFinished = Claim(
    "A03", "An operation leaves the queue when, and only when, it reports finished.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue watches isFinished: it keeps an operation whose start() has long returned, and \
        lets go of it at the report.
        """),
    mutants: [
      .passing("later-callback", as: "article"),
      .trace(of: "later-callback", "op1 stays in the queue although it reported finished") {
        $0.replacing(.settled, of: "op1") { $0.note = "in downloads" }
      },
      .trace(of: "article", "op1 leaves the queue in silence") {
        $0.replacing(.settled, of: "op1") { $0.note = "in no queue" }
      },
    ]
  ) { runs in
    let silent = try runs["article"]
    let reporting = try runs["later-callback"]
    let kept = try silent.last(.settled, of: "op1")
    let released = try reporting.last(.settled, of: "op1")
    let evidence = [
      try silent.first(.returned, of: "op1"), kept, try reporting.first(.finished, of: "op1"),
      released,
    ]
    return .confirmed(
      if: kept.note == "in downloads" && released.note == "in no queue",
      "op1, silent, is still in the queue at the end; op1, reporting, is in no queue",
      otherwise: "silent op1: \(kept.note); reporting op1: \(released.note)", evidence)
  }
}
