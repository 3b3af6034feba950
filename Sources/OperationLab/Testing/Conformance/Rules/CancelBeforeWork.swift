import Foundation
import OperationLab

extension Rule {
  static let cancelBeforeWork = Rule(
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
        """, needsProcess: true
      ) { $0.cancelAfterStart($0.make()) },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["queued", "by-hand"] {
      let run = try runs[trial]
      guard let cancelled = run.cancelledBeforeWork else { continue }
      let end = try run.end()
      let ruling = Ruling.holds(
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
      if ruling.verdict == .broken { return ruling }
      evidence += ruling.evidence
    }
    if !evidence.isEmpty { return Ruling(.holds, "it finished", evidence) }
    let run = try runs["by-hand"]
    let started = try run.first(.started, of: TrialBench.subjectName)
    let began = try run.first(.began, of: Probe.subject)
    let hasReturned = run.all(.returned, of: TrialBench.subjectName).contains { $0.seq < began.seq }
    if began.event.thread == started.event.thread, !hasReturned {
      return Ruling(.holds, "start() itself begins its work, on the same thread", [started, began])
    }
    // Which thread is faster may differ the next time.
    var ruling = Ruling(.undecided, tooFast, [started, began])
    ruling.isProvisional = true
    return ruling
  }

  private static let tooFast: Ruling.Reason = """
    another thread began its work before cancel() could be called. Check again, or let something \
    before the work take longer in --make EXPR, such as a delay or a connection
    """
}

extension Run {
  /// The call of `cancel()`, if the operation had been started and its work had not begun. A queue
  /// records no start.
  fileprivate var cancelledBeforeWork: Evidence? {
    guard let cancelled = all(.cancelled, of: TrialBench.subjectName).first else { return nil }
    let isTooEarly = all(.started, of: TrialBench.subjectName).contains { $0.seq > cancelled.seq }
    let isTooLate = all(.began, of: Probe.subject).contains { $0.seq < cancelled.seq }
    return isTooEarly || isTooLate ? nil : cancelled
  }
}

extension TrialBench {
  /// Cancels the operation, which a queue is starting, unless its work begins first.
  fileprivate func cancelBeforeWork(_ operation: Operation) {
    // A queue has started its operation by then, though timers may be pending.
    var pools = PoolMarkers()
    waitForLull(isPossible: { pools.haveRun() })
    // A thread that is about to begin the work may still be faster.
    guard probe.beginner == nil else { return }
    bench.elsewhere { cancelAndReturn(operation) }
  }

  /// Starts the operation by hand while nothing that it puts into a pool of Dispatch or into the
  /// main queue can run, and cancels it.
  fileprivate func cancelAfterStart(_ operation: Operation) {
    let mayContinue = Door()
    let isBack = Door()
    let isCancelled = Locked(false)
    let cancel: @Sendable () -> Void = {
      let isFirst = isCancelled.withLock { isCancelled in
        defer { isCancelled = true }
        return !isCancelled
      }
      guard isFirst, probe.beginner == nil else { return }
      cancelAndReturn(operation)
      isBack.open()
    }
    beginStart(of: operation) { start in
      PoolMarkers.hold(until: mayContinue)
      start()
      cancel()
    }
    waitForLull(servesMainQueue: false, unless: { isBack.isOpen })
    // If start() has not returned, it waits for what is held.
    bench.elsewhere(cancel)
    waitForLull(servesMainQueue: false, unless: { isBack.isOpen })
    mayContinue.open()
  }

  /// Waits until all threads sleep for a moment, or the work has begun.
  private func waitForLull(
    servesMainQueue: Bool = true, isPossible: () -> Bool = { true },
    unless isOver: () -> Bool = { false }
  ) {
    var last = Platform.ThreadActivity.running
    wait(servesMainQueue: servesMainQueue) {
      if probe.beginner != nil || isOver() { return true }
      guard isPossible() else { return false }
      let activity = Platform.threadActivity()
      defer { last = activity }
      return activity != .running && activity == last
    }
  }
}

extension PoolMarkers {
  /// Keeps Dispatch's pools from beginning what is put into them from now on, until the door opens.
  ///
  /// A pool takes its blocks in their order, and has fewer threads than there are blocks here.
  fileprivate static func hold(until door: Door) {
    for pool in all {
      for _ in 0..<100 { pool.async { _ = door.wait(deadline: TrialBench.limit) } }
    }
  }
}
