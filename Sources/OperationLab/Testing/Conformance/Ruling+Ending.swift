import OperationLab

extension Rule {
  /// Whether the trials can say anything about the subject.
  func isDecidable(on subject: Subject) -> Bool {
    !needsProbe || subject.usesProbe
  }

  /// The ruling of the judge; or, unless that is `broken` already, one that says how the process
  /// of a trial ended, if it ended in a way that no operation should bring about.
  ///
  /// That a trial hangs, or takes its time, is no reason against a judge who has seen enough: what
  /// hangs behind that is another rule's affair.
  ///
  /// - Parameters:
  ///   - plain: the run in which the operation was left alone.
  ///   - spins: whether it is busy for as long as its work is held, which is a rule of its own.
  func ruling(
    onEndingsToo runs: [Run], of subject: Subject, plain: Run?, spins: Bool = false
  ) -> Ruling {
    if spins, runs.isEmpty, isDecidable(on: subject) {
      return Ruling(.undecided, Self.mendSpinFirst, [])
    }
    var ruling = ruling(on: Runs(runs), of: subject)
    // A machine that was too slow to show anything is nobody's fault.
    if endings == .ignore, runs.contains(where: \.detail.reachedDeadline) { ruling.fault = nil }
    guard ruling.verdict != .broken, isDecidable(on: subject), endings != .ignore else {
      return ruling
    }
    // In the order of the trials: runs come in as they end.
    let violent = trials.compactMap { trial -> (trial: Trial, run: Run, ending: Ruling)? in
      guard let run = runs.first(where: { $0.program == trial.name }) else { return nil }
      return run.violentEnding.map { (trial, run, $0) }
    }
    let isOpen = ruling.verdict == .undecided
    guard
      let (_, run, ending) = violent.first(where: {
        !$0.trial.leavesEndings && (isOpen || $0.run.hasDied)
      })
    else {
      guard isOpen, let other = violent.first?.ending else { return ruling }
      return .leaving(
        "\(other.why); another rule is about that", fault: other.reason, other.evidence)
    }
    if spins, run.detail.reachedDeadline {
      return isOpen ? .leaving(Self.mendSpinFirst, fault: ending.reason, []) : ruling
    }
    guard endings == .convict, plain?.violentEnding != nil else { return ending }
    return ruling.verdict == .holds
      ? ruling
      : .leaving(
        "it goes wrong even when it is left alone in a queue; mend that first",
        fault: ending.reason,
        ending.evidence)
  }

  private static let mendSpinFirst: Ruling.Reason =
    "it never comes to rest; mend does-not-spin first"
}

extension Run {
  /// Whether the process ended before its time.
  var hasDied: Bool { outcome == .traps || outcome == .exits }

  /// Whether the operation, asked for its state, never answered.
  var givesNoAnswer: Bool { trace.events.contains { $0.mark == Bench.noAnswer } }

  /// That the run ended in a way that no operation should bring about; `nil` if it did not.
  var violentEnding: Ruling? {
    switch outcome {
    case .completes: nil
    case .traps:
      broken(
        .trapped(signal: detail.signal, message: fatalMessage), cost: Self.wholeApp,
        cure: isRefusedByQueue ? Self.finishedTooSoon : Self.trapped)
    case .exits:
      broken(
        .exited(status: detail.exitStatus ?? 0), cost: Self.wholeApp, cure: Self.exited)
    case .hangs:
      if detail.reachedDeadline {
        // Or the machine was, with something else.
        broken(.busy, isProvisional: true, cost: Self.thread, cure: Self.busy)
      } else if givesNoAnswer {
        broken(.noAnswer, isProvisional: true, cost: Self.thread, cure: Self.locked)
      } else if snapshot?.isProgramBlocked == true {
        broken(.blocked, isProvisional: true, cost: Self.thread, cure: Self.blocked)
      } else {
        // Also when it never came to rest: the machine may have been too busy.
        nil
      }
    }
  }

  /// Whether Foundation refused to take it into a queue because it was finished already: only its
  /// own message says so.
  private var isRefusedByQueue: Bool { fatalMessage?.contains("cannot be enqueued") == true }

  private func broken(
    _ manner: Ruling.Ending.Manner, isProvisional: Bool = false, cost: String, cure: String
  ) -> Ruling {
    let last = trace.events.suffix(4).map { Evidence(program: program, event: $0) }
    var ruling = Ruling(.broken, .ending(Ruling.Ending(trial: program, manner: manner)), last)
    ruling.isProvisional = isProvisional
    // Also where nothing was written down, and so nothing is evidence.
    ruling.doubtful = program
    (ruling.cost, ruling.cure) = (cost, cure)
    return ruling
  }

  // What it costs, and what helps, depends on how it ended, not on the rule.
  private static let wholeApp = "The whole app ends there, with all that its user has not saved."
  private static let thread = """
    A thread is lost to the app, and whoever waits for it; if it is the main thread, the app hangs.
    """
  private static let finishedTooSoon = """
    In cancel(), do not set finished while start() has not been called: remember the cancellation, \
    and let start() finish. A queue refuses what is finished already.
    """
  private static let trapped = """
    Look at the line where the process ended, and at what leads there: a trap in an operation ends \
    the whole app.
    """
  private static let exited = "Leave it to the app when to end; report a failure as a value."
  private static let busy = """
    Look where the thread is that never rests: wait for a completion instead of asking in a loop.
    """
  private static let locked = """
    Let every way out unlock what it has locked, best with lock.withLock { … }, and call \
    willChangeValue and didChangeValue only when the lock is free: who is told asks at once.
    """
  private static let blocked = """
    Look where the thread waits, and for whom: start() and cancel() must not wait for the work, nor \
    for a lock or a queue that the work holds.
    """
}
