import OperationLab

extension Rule {
  static let cancelWhileRunning: Rule = .init(
    "cancel-while-running",
    "If it is cancelled while it works, it finishes and leaves the queue, at the latest when its work ends.",
    cost: "Each operation that never finishes keeps a slot of the queue forever.",
    cure: """
      Let every way out of the work end in the one function that reports isFinished, also the way \
      that was cancelled; and keep no lock while you call out.
      """,
    lesson: 14, ways: [stoppedTooSoon],
    needsProbe: true,
    explains: {
      [
        Explanation(
          rank: 15,
          [.completionBlockOnce, .isReleased, .staysCancelled, .cancelBeforeWork, .nextOneRuns])
      ]
    },
    trials: [
      Trial(
        "running", "It is cancelled while its work is held. Then the work may end.", holdsWork: true
      ) { $0.cancelInTheMiddle() },
      // Cancelled work, such as a transfer, often ends with an error.
      Trial(
        "failing", "It is cancelled while its work is held. Then the work may fail.",
        holdsWork: true, failsWork: true
      ) { $0.cancelInTheMiddle() },
      // An operation that retries later must end its pause.
      Trial("failed", "Its work fails, and then it is cancelled.", failsWork: true) {
        $0.cancelInTheMiddle(afterFailure: true)
      },
    ]
  ) { runs in
    var findings = try [
      finding(in: runs["running"], "after it was cancelled"),
      finding(in: runs["failing"], "after it was cancelled and its work had failed"),
    ]
    // What cancel() does to an operation that has finished is for cancel-after-finish to say.
    let failed = try runs["failed"]
    if try !failed.first(.cancelled, of: TrialBench.subjectName).isFinished {
      findings.append(
        try finding(in: failed, "when its work failed, nor when it was cancelled then"))
    }
    if let fault = findings.first(where: { !$0.holds }) { return fault }
    if let next = failed.missedPause {
      return .undecided(
        "after its failure it went on before it could be cancelled: the machine is busy. Check again",
        [next], unlessIn: failed.program)
    }
    return findings[0]
  }

  private static func finding(in run: Run, _ words: String) throws -> RuleFinding {
    let began = try run.first(.began, of: Probe.subject)
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let end = try run.end()
    let next = try run.ran("next")
    return .holds(
      "it finished and left the queue, and the next one ran",
      [began, cancelled, end, next.evidence],
      unless: [
        .missing(!run.cancelReturned, .neverReturned(.cancel)),
        .missing(
          !end.isFinished, "it never finished \(words): \(end.describedState)",
          way: Stuck(end, in: run)?.way),
        .missing(
          !end.isInNoQueue, "the queue never gets past it: \(end.describedState)",
          way: Stuck.unannounced.way),
        .missing(next.isNever, "the operation behind it never ran", way: Stuck.unannounced.way),
      ],
      remark: run.endsBeforeItsWork
        ? "cancelled, it reports finished at once, and its work goes on" : nil,
      way: stoppedTooSoon)
  }

  private static let stoppedTooSoon = Way(
    cost: """
      The next operation starts beside work that still goes on, and may meet its files or its \
      requests; a width of the queue limits less than it says.
      """,
    cure: """
      In cancel(), only ask the work to stop, and report isFinished when it has stopped. If your \
      cancel() stops the work itself, as lesson 18 does with a transfer, leave it as it is: nothing \
      stops the work of this trial. The same goes for work that disturbs nothing.
      """)
}

extension TrialBench {
  fileprivate func cancelInTheMiddle(afterFailure: Bool = false) {
    let queue = bench.queue("queue", width: 1)
    let operation = make()
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
    if afterFailure { waitForEndOfWork() } else { settle() }
    bench.elsewhere { cancelAndReturn(operation) }
    settle()
    observe(operation, .afterCancel)
    release.open()
  }

  /// Waits until the work has ended, and a moment longer, so that the operation can begin its next
  /// wait.
  private func waitForEndOfWork() {
    wait {
      bench.recorder.trace().events.contains { $0.kind == .ended && $0.subject == Probe.subject }
    }
    pause(servesMainQueue: false, for: .milliseconds(5))
  }
}

extension Run {
  /// How the operation went on after a pause that followed its failure, if `cancel()` came too late
  /// for that pause.
  fileprivate var missedPause: Evidence? {
    guard let failed = all(.ended, of: Probe.subject).first,
      let called = all(.cancelled, of: TrialBench.subjectName).first
    else { return nil }
    let back = all(.noted, of: TrialBench.cancelSubject).first ?? called
    func began(_ subject: String, before limit: Evidence) -> Evidence? {
      all(.began, of: subject).first { failed.seq < $0.seq && $0.seq < limit.seq }
    }
    // cancel() itself may let the queue begin the next one, before it returns.
    let next = [began(Probe.subject, before: back), began("next", before: called)]
      .compactMap(\.self).min { $0.seq < $1.seq }
    return next.flatMap { hadTime(between: failed, and: $0) ? $0 : nil }
  }

  /// Whether it finished on `cancel()` while its work continued.
  fileprivate var endsBeforeItsWork: Bool {
    let look = all(.observed, of: TrialBench.subjectName).last
    guard let look, look.isFinished else { return false }
    return !all(.ended, of: Probe.subject).contains { $0.seq < look.seq }
  }
}
