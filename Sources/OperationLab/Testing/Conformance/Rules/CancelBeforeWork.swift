import Foundation
import OperationLab

extension Rule {
  static let cancelBeforeWork: Rule = .init(
    "cancel-before-work",
    "If it is cancelled after start() and before its work begins, it finishes and leaves the queue.",
    cost: """
      What is cancelled while it waits for a connection, a timer or its turn keeps its slot in the \
      queue forever.
      """,
    cure: """
      Where cancel() takes away what would begin the work, finish there. Otherwise let what begins it \
      ask isCancelled, and finish instead of returning.
      """,
    lesson: 14, needsProbe: true,
    explains: { [Explanation(rank: 16, [.completionBlockOnce, .isReleased])] },
    trials: [
      Trial("queued", "A queue starts it. It is cancelled before its work begins.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        let operation = trial.make()
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
        trial.cancelBeforeWork(operation)
      },
      Trial(
        "by-hand",
        """
        Dispatch's pools and the main queue are held. It is started by hand, and cancelled as soon \
        as start() returns or waits for them. Then they may continue.
        """, needsOwnProcess: true
      ) { $0.cancelAfterStart() },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["queued", "by-hand"] {
      let run = try runs[trial]
      guard let cancelled = run.cancelledBeforeWork else { continue }
      let end = try run.end(of: cancelled.event.subject)
      let finding = RuleFinding.holds(
        "", [cancelled] + run.work + [end],
        unless: [
          .missing(!run.cancelReturned, .neverReturned(.cancelBeforeWork)),
          .missing(
            !end.isFinished,
            """
            cancelled after start() and before its work began, it never finished: \
            \(end.describedState)
            """,
            way: Stuck(end, in: run) == .standing ? Stuck.standing.way : nil),
          .missing(
            trial == "queued" && !end.isInNoQueue,
            "cancelled before its work began, it is finished, and still in the queue",
            way: Stuck.unannounced.way),
        ])
      if finding.isBroken { return finding }
      evidence += finding.evidence
    }
    if !evidence.isEmpty { return .holds("it finished", evidence) }
    let run = try runs["by-hand"]
    let started = try run.first(.started, of: TrialBench.subjectName)
    let began = try run.first(.began, of: Probe.subject)
    let hasReturned = run.all(.returned).contains { $0.seq < began.seq }
    if began.event.thread == started.event.thread, !hasReturned {
      return .holds("start() itself begins its work, on the same thread", [started, began])
    }
    // Which thread is faster may differ the next time.
    return .undecided(tooFast, [started, began], unlessIn: run.program)
  }

  private static let tooFast: Ruling.Reason = """
    another thread began its work before cancel() could be called. Check again, or let something \
    before the work take longer in --make EXPR, such as a delay or a connection
    """
}

extension Run {
  /// The last call of `cancel()`, if that operation had been started and its work had not begun. The
  /// start by a queue is not recorded, and shows only if the operation is executing.
  fileprivate var cancelledBeforeWork: Evidence? {
    guard let cancelled = all(.cancelled).last else { return nil }
    let started = all(.started, of: cancelled.event.subject).first
    guard started.map({ $0.seq < cancelled.seq }) ?? cancelled.event.state.contains(.executing)
    else { return nil }
    return all(.began, of: Probe.subject).contains {
      $0.seq < cancelled.seq && $0.seq > started?.seq ?? 0
    } ? nil : cancelled
  }
}

extension TrialBench {
  /// Cancels the operation, which a queue is starting, unless its work begins first.
  fileprivate func cancelBeforeWork(_ operation: Operation) {
    // A queue has started its operation by then, though timers may be pending.
    waitForLull(pools: PoolMarkers()) { probe.hasBegun }
    // A thread that is about to begin the work may still be faster.
    guard !probe.hasBegun else { return }
    bench.elsewhere { cancelAndReturn(operation) }
  }

  /// Starts an operation by hand while nothing that it puts into a pool of Dispatch or into the main
  /// queue can run, and cancels it. A thread of its own may be faster, so then another one is tried.
  fileprivate func cancelAfterStart() {
    for number in 1...4 {
      let probe = Probe(bench: bench, completion: .later, hold: nil)
      let operation = watch(
        subject.make(probe), as: number == 1 ? Self.subjectName : "\(Self.subjectName) \(number)")
      guard cancelAfterStart(operation, probe) == .tooLate else { return }
      settle()
    }
  }

  private enum Outcome { case cancelled, beginsInStart, tooLate, notStarted }

  private func cancelAfterStart(_ operation: Operation, _ probe: Probe) -> Outcome {
    let mayContinue = Latch()
    defer { mayContinue.open() }
    let outcome = Locked<Outcome?>(nil)
    let starter = Locked<Platform.ThreadNumber?>(nil)
    let isBack = Latch()
    let cancel: @Sendable () -> Void = {
      let isFirst = outcome.withLock { outcome in
        guard outcome == nil else { return false }
        outcome =
          probe.beginningThread.map { thread in
            starter.withLock { $0 } == thread ? .beginsInStart : .tooLate
          } ?? .cancelled
        return outcome == .cancelled
      }
      if isFirst { cancelAndReturn(operation) }
      isBack.open()
    }
    let isStarted = beginStart(of: operation) { start in
      starter.withLock { $0 = Platform.ownThread }
      PoolMarkers.hold(until: mayContinue)
      start()
      cancel()
    }
    guard isStarted else { return .notStarted }
    waitForLull(servesMainQueue: false) { probe.hasBegun || isBack.isOpen }
    // If start() has not returned, it waits for what is held.
    bench.elsewhere(cancel)
    waitForLull(servesMainQueue: false) { isBack.isOpen }
    return outcome.withLock { $0 } ?? .notStarted
  }

  /// Waits until all threads sleep for a moment, or need not.
  private func waitForLull(
    servesMainQueue: Bool = true, pools: PoolMarkers = PoolMarkers(pools: []),
    unless isOver: () -> Bool
  ) {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    let driver = RestDriver(servesMainQueue: servesMainQueue && Thread.isMainThread, pools: pools)
    _ = driver.run(until: Deadline(Self.timeToBegin)) { _ in
      RestSearch.Look(threads: Platform.threadActivity())
    } decides: { _, step in
      isOver() || step.isRest(for: .zero)
    }
  }
}

extension PoolMarkers {
  /// Keeps Dispatch's pools from beginning what is put into them from now on, until the door opens.
  ///
  /// A pool takes its blocks in their order, and has fewer threads than there are blocks here.
  static func hold(until door: Latch) {
    for pool in all {
      for _ in 0..<100 { pool.async { _ = door.wait(deadline: TrialBench.limit) } }
    }
  }
}
