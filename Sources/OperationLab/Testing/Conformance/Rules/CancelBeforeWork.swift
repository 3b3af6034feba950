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
      Trial("by-hand", "It is started by hand, and cancelled before its work begins.") { trial in
        let operation = trial.make()
        guard trial.beginStart(of: operation) else { return }
        trial.cancelBeforeWork(operation)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["queued", "by-hand"] {
      let run = try runs[trial]
      guard let cancelled = run.all(.cancelled, of: TrialBench.subjectName).first else {
        // It left no time for that.
        evidence.append(try run.first(.began, of: Probe.subject))
        continue
      }
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
    return Ruling(
      .holds,
      evidence.contains { $0.event.kind == .cancelled }
        ? "it finished" : "its work began as soon as it was started", evidence)
  }
}

extension TrialBench {
  /// Cancels the operation, which is being started, unless its work begins first.
  fileprivate func cancelBeforeWork(_ operation: Operation) {
    waitForLull()
    // A thread that is about to begin the work may still be faster.
    guard !probe.hasBegun else { return }
    bench.elsewhere { cancelAndReturn(operation) }
  }

  /// Waits until all threads sleep for a moment and the pools have begun all their blocks, or the
  /// work has begun. A queue has started its operation by then, though timers may be pending.
  private func waitForLull() {
    var markers = PoolMarkers()
    var last = Platform.ThreadActivity.running
    wait {
      if probe.hasBegun { return true }
      guard markers.haveRun() else { return false }
      let activity = Platform.threadActivity()
      defer { last = activity }
      return activity != .running && activity == last
    }
  }
}
