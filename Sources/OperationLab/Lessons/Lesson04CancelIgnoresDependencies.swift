import Foundation

// snippet: careless
/// BROKEN ON PURPOSE: its `start()` does not ask whether it was cancelled.
private final class CarelessOperation: TracedOperation, @unchecked Sendable {
  private let end = End()

  override func start() {
    log(.started, self)
    log(.began, self)
    log(.ended, self)
    end.report(self)
    log(.returned, self)
  }

  override var isFinished: Bool { end.isReached }
}
// end snippet

// snippet: careful
/// The same, except that `start()` asks first, and finishes all the same.
private final class CarefulOperation: TracedOperation, @unchecked Sendable {
  private let end = End()

  override func start() {
    log(.started, self)
    if !isCancelled {
      log(.began, self)
      log(.ended, self)
    }
    end.report(self)
    log(.returned, self)
  }

  override var isFinished: Bool { end.isReached }
}
// end snippet

/// The flag behind `isFinished`.
private final class End: @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var reached = false

  var isReached: Bool { lock.withLock { reached } }

  func report(_ operation: TracedOperation) {
    operation.willChangeValue(forKey: "isFinished")
    lock.withLock { reached = true }
    operation.log(.finished, operation)
    operation.didChangeValue(forKey: "isFinished")
  }
}

extension Lesson {
  static let cancelIgnoresDependencies = Lesson(
    4, "cancel-ignores-dependencies", title: "A cancelled operation does not wait for its turn",
    question: """
      'pour' depends on 'boil', and 'boil' is still running. You cancel 'pour'. Does the queue \
      still wait for 'boil' before it starts 'pour'?
      """,
    programs: [waits, cancelled, careless, careful, LetGo.early, LetGo.removed],
    claims: [startsAfterDependency, cancelSkipsDependency, bodyIsSkipped, LetGo.leavesNoTrace])

  private static let waits = Program(
    "waits", role: .article, "pour depends on boil; nobody cancels anything."
  ) { bench in
    let kitchen = bench.queue("kitchen")
    let (hot, boil) = boiling(bench)
    let pour = bench.block("pour") {
      // A subject of its own: boil's thread may still be on its way out of start().
      bench.log("boil's end")(.observed, boil, note: "as pour begins")
    }
    pour.addDependency(boil)
    kitchen.addOperation(pour)
    kitchen.addOperation(boil)
    bench.settle()
    hot.open()
  }

  // snippet: cancelled
  private static let cancelled = Program(
    "cancelled", role: .article, "pour depends on boil, and is cancelled while boil runs."
  ) { bench in
    cancelWhileBoiling(bench.block("pour"), bench)
  }

  private static let careless = Program(
    "careless-start", role: .broken,
    "The same with a start() of pour's own, which does not ask whether it was cancelled."
  ) { bench in
    cancelWhileBoiling(CarelessOperation(bench.log("pour")), bench)
  }

  private static let careful = Program(
    "careful-start", role: .fixed, "The same with a start() that asks, and finishes all the same."
  ) { bench in
    cancelWhileBoiling(CarefulOperation(bench.log("pour")), bench)
  }

  /// Everything in this order: boil is running, pour is cancelled, all comes to rest, boil ends.
  private static func cancelWhileBoiling(_ pour: Operation, _ bench: Bench) {
    // snippet: cancel-while-boiling
    let kitchen = bench.queue("kitchen")
    let (hot, boil) = boiling(bench)
    pour.addDependency(boil)
    kitchen.addOperation(boil)
    kitchen.addOperation(pour)
    bench.settle()
    pour.cancel()
    bench.settle()
    bench.observe(boil, note: "after the cancellation")
    hot.open()
    // end snippet
  }
  // end snippet

  /// An operation that goes on until the water is hot, and the gate that says so.
  static func boiling(_ bench: Bench) -> (hot: Gate, boil: Operation) {
    let hot = bench.gate("water is hot")
    return (hot, bench.block("boil") { hot.wait() })
  }

  private static let startsAfterDependency = Claim(
    "C13",
    "An operation does not start before the operations it depends on have finished.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: "It is not ready while one of them is unfinished; queues start only ready ones."),
    mutants: [
      .trace(of: "waits", "pour starts first") { $0.movingToFront(.started, of: "pour") },
      .trace(of: "waits", "boil is not finished when pour begins") {
        $0.replacing(.observed, of: "boil's end") { $0.state = [.ready, .executing] }
      },
      .trace(of: "waits", "pour never starts") { $0.removing(.started, of: "pour") },
    ]
  ) { runs in
    let run = try runs["waits"]
    let ended = try run.first(.ended, of: "boil")
    let started = try run.first(.started, of: "pour")
    let look = try run.first(.observed, of: "boil's end", note: "as pour begins")
    let before = try run.first(.settled, of: "pour")
    return .confirmed(
      if: ended.seq < started.seq && look.state.contains(.finished)
        && !before.state.contains(.ready),
      "pour was not ready until boil was finished, and started then",
      otherwise: "pour started at #\(started.seq), boil ended at #\(ended.seq)",
      [before, ended, started, look])
  }

  private static let cancelSkipsDependency = Claim(
    "C14",
    """
    Cancelling a queued operation makes the queue ignore its unfinished dependencies: start() is \
    called at once, while the dependency is still running.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever it depends on: starting it is the only way to let \
        it finish and leave the queue.
        """),
    mutants: [
      .trace(of: "cancelled", "pour starts only after boil has ended") {
        $0.movingToEnd(.started, of: "pour")
      },
      .trace(of: "cancelled", "pour was started before it was cancelled") {
        $0.movingToFront(.started, of: "pour")
      },
      .trace(of: "cancelled", "boil had ended by then") {
        $0.replacing(.observed, of: "boil") { $0.state = [.ready, .finished] }
      },
    ]
  ) { runs in
    let run = try runs["cancelled"]
    let cancelled = try run.first(.cancelled, of: "pour")
    let started = try run.first(.started, of: "pour")
    let look = try run.first(.observed, of: "boil", note: "after the cancellation")
    let ended = try run.first(.ended, of: "boil")
    return .confirmed(
      if: cancelled.seq < started.seq && started.seq < ended.seq && look.state.contains(.executing),
      "pour was started after cancel(), while boil was executing",
      otherwise: "pour was not started between its cancellation and the end of boil",
      [cancelled, started, look, ended])
  }

  private static let bodyIsSkipped = Claim(
    "C15", "... and the cancelled operation's body does not run.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The default start() asks isCancelled before it calls main(). A start() of your own must \
        ask, too: see the broken program.
        """),
    mutants: [
      .passing("careless-start", as: "cancelled"),
      .trace(of: "cancelled", "nobody looked in the end") { $0.removing(.settled, of: "pour") },
    ]
  ) { runs in
    let run = try runs["cancelled"]
    let started = try run.first(.started, of: "pour")
    let body = try run.occurrence(of: .began, of: "pour")
    return .confirmed(
      if: body.isNever, "start() was called, the body never began", otherwise: "the body ran",
      [started, body.evidence])
  }
}
