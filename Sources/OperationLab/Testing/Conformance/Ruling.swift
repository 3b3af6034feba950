import OperationLab

extension Rule {
  /// Whether the trials can say anything about the subject.
  func isDecidable(on subject: Subject) -> Bool {
    !needsProbe || subject.usesProbe
  }

  /// The ruling of the judge. If it is not `broken` and the process of a trial trapped, exited or
  /// hung, the ruling is about that instead.
  ///
  /// A hang or a slow trial does not override a judge with enough evidence. A later hang belongs to
  /// another rule.
  ///
  /// - Parameters:
  ///   - pace: what is known of the operation that is left to itself.
  ///   - notDecided: why trials say nothing, by their names.
  func ruling(
    onEndingsToo runs: [Run], of subject: Subject, pace: Pace? = nil,
    notDecided: [String: String] = [:]
  ) -> Ruling {
    let spins = pace?.isEndless == true
    var ruling = ruling(on: Runs(runs), of: subject)
    if case .lacking(.run(let trial)) = ruling.reason {
      if let words = notDecided[trial] {
        ruling.reason = .seen(words)
      } else if spins {
        ruling.reason = Self.mendSpinFirst
      }
    }
    if let ending = ruling.ending(in: runs) { return ending }
    // What is missing never came because the process ended.
    if ruling.leavesFault, let trial = ruling.doubtful.first,
      let run = runs.first(where: { $0.program == trial }), run.hasDied
    {
      ruling.fault = run.violentEnding?.reason
    }
    // A machine that is too slow is not a fault of the class.
    if endings == .ignore, ruling.leavesFault, runs.contains(where: \.detail.reachedDeadline) {
      (ruling.fault, ruling.doubtful) = (nil, [])
    }
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
      return .leaving("\(other.why); mend that first", fault: other.reason, other.evidence)
    }
    if spins, run.detail.reachedDeadline {
      return isOpen ? .leaving(Self.mendSpinFirst, fault: ending.reason, []) : ruling
    }
    guard endings == .convict, pace?.plain.violentEnding != nil else { return ending }
    return ruling.verdict == .holds
      ? ruling
      : .leaving(
        "it goes wrong even when it is left alone in a queue; mend that first",
        fault: ending.reason,
        ending.evidence)
  }

  private static let mendSpinFirst: Ruling.Reason =
    "it never becomes idle. Mend does-not-spin first"
}

extension Run {
  /// Whether the process trapped or exited.
  var hasDied: Bool { outcome == .traps || outcome == .exits || sanitizedCrash != nil }

  /// The crash that the thread sanitizer has reported, if any.
  var sanitizedCrash: SanitizedCrash? { SanitizedCrash(in: detail.output) }

  /// Whether reading the operation's state never returned.
  var givesNoAnswer: Bool { trace.events.contains { $0.mark == Bench.noAnswer } }

  /// A ruling for a run that trapped, exited or hung, or `nil` if it did not.
  var violentEnding: Ruling? {
    if let crash = sanitizedCrash {
      return broken(.trapped(signal: crash.signal, message: fatalMessage))
    }
    return switch outcome {
    case .completes: nil
    case .traps: broken(.trapped(signal: detail.signal, message: fatalMessage))
    case .exits: broken(.exited(status: detail.exitStatus ?? 0))
    case .hangs:
      if detail.reachedDeadline {
        // The machine may have been busy with other work.
        broken(.busy, isProvisional: true)
      } else if givesNoAnswer {
        broken(.noAnswer, isProvisional: true)
      } else if snapshot?.isProgramBlocked == true {
        broken(.blocked, isProvisional: true)
      } else {
        // Includes runs that never became idle, because the machine may have been too busy.
        nil
      }
    }
  }

  private func broken(_ manner: Ruling.Ending.Manner, isProvisional: Bool = false) -> Ruling {
    let last = trace.events.suffix(4).map { Evidence(program: program, event: $0) }
    var ruling = Ruling(.broken, .ending(Ruling.Ending(trial: program, manner: manner)), last)
    if isProvisional { ruling.doubtful = [program] }
    return ruling
  }
}

extension Ruling.Ending.Manner {
  /// The message of a trap, if there is one.
  var message: String? { if case .trapped(_, let message) = self { message } else { nil } }

  /// Whether the process trapped or exited.
  package var isDeath: Bool {
    switch self {
    case .trapped, .exited: true
    case .busy, .noAnswer, .blocked: false
    }
  }

  /// Whether a message names a misuse that Foundation's queue or `start()` rejects with a trap.
  /// Then the fault is the operation's.
  var isRefusal: Bool {
    guard case .trapped(_, let message?) = self else { return false }
    switch Misuse(message) {
    case .enqueuedFinished, .startedTooSoon, .startedTwice, .usedUnowned: return true
    case nil: return false
    }
  }

  /// The misuse that a trap's message names. The message is all that Foundation and Swift tell.
  enum Misuse: CaseIterable {
    case enqueuedFinished, startedTooSoon, startedTwice, usedUnowned

    init?(_ message: String) {
      guard
        let misuse = Self.allCases.first(where: { $0.words.contains(where: message.contains) })
      else { return nil }
      self = misuse
    }

    private var words: [String] {
      switch self {
      case .enqueuedFinished: ["cannot be enqueued"]
      case .startedTooSoon: ["is not yet ready to execute"]
      case .startedTwice: ["start the receiver", "receiver is already executing"]
      case .usedUnowned: ["unowned reference"]
      }
    }
  }
}

extension Ruling {
  /// How a run ended in which the judge missed an event: no event came after that.
  fileprivate func ending(in runs: [Run]) -> Ruling? {
    guard verdict == .broken, isProvisional else { return nil }
    return evidence.lazy.map(\.program).reversed().compactMap { program in
      runs.first { $0.program == program }
    }.first { $0.hasDied || !reason.neverReturns && $0.violentEnding != nil }?.violentEnding
  }

  /// Whether it is undecided only because other rules cover the failure that was seen.
  package var leavesFault: Bool { verdict == .undecided && fault != nil }
}

extension Ruling.Reason {
  /// How a trial trapped, exited or hung.
  var manner: Ruling.Ending.Manner? {
    switch self {
    case .ending(let ending): ending.manner
    case .orders(_, _, _, _, let reason): reason.manner
    case .seen, .neverReturned, .lacking, .life, .foundation: nil
    }
  }
}

extension Ruling {
  /// Undecided, because a trial could not start the operation by hand. The judge would take what
  /// never started for what never ended.
  static func notReady(in run: Run) -> Ruling {
    var ruling = Ruling(
      .undecided,
      """
      it did not become ready in time, so it was not started by hand. The machine may be busy, or \
      what it waits for never comes: look at its isReady, and check again
      """, [])
    ruling.doubtful = [run.program]
    return ruling
  }

  /// Undecided, because the deciding evidence is missing.
  init(lacking evidence: MissingEvidence, in runs: Runs) {
    self.init(.undecided, .lacking(evidence), [])
    guard case .event(let kind, _, let trial) = evidence else { return }
    // If the wait for rest timed out, no fault is known.
    if kind != .settled { (fault, doubtful) = (reason, [trial]) }
    if case .event(.finished, let subject, _) = evidence, let run = runs.run(trial),
      let end = try? run.end(of: subject)
    {
      way = Stuck(end, in: run)?.way
    }
  }
}

// The only place where reasons become words.
extension Ruling.Reason {
  /// A sentence with the actions and the observations, without a full stop.
  package var words: String {
    switch self {
    case .seen(let words): words
    case .neverReturned(let call): call.words
    case .ending(let ending): ending.manner.words
    case .foundation(let manner, let known):
      "Foundation ended the process, "
        + (known ?? "and no call of yours was under way on that thread") + " (\(manner.words))"
    case .lacking(let evidence): evidence.words
    case .life(let mark): mark.words
    case .orders(let manner, _, 1, _, let reason): "\(manner), in this order: \(reason.words)"
    case .orders(let manner, let faulty, let count, let shortest, let reason):
      "\(manner), in \(faulty) of \(count) orders: \(reason.words); "
        + "the shortest of these orders is \(shortest)"
    }
  }
}

extension Ruling.Call {
  fileprivate var words: String {
    switch self {
    case .cancel: "cancel() never came back"
    case .cancelBeforeWork: "cancel() did not come back before the work had begun"
    case .cancelWhileWorking: "cancel() did not come back while the work went on"
    case .cancelOnMainThread: "on the main thread cancel() did not come back"
    }
  }
}

extension Ruling.Ending.Manner {
  fileprivate var words: String {
    switch self {
    case .trapped(let signal, let message):
      (message.map { "\($0): " } ?? "") + "it ended the process with \(signal ?? "a signal")"
    case .exited(let status): "it ended the process with status \(status)"
    case .busy: "it was still busy when the time was up"
    case .noAnswer:
      "asking it for its state never returned: a thread waits while holding the lock that its "
        + "getters take"
    case .blocked: "the thread that called it never came back"
    }
  }
}

extension MissingEvidence {
  /// For a reader who knows the trial, not its events.
  fileprivate var words: String {
    switch self {
    case .run(let trial): "trial '\(trial)' was not run"
    case .premise: description
    case .event(.finished, _, _): "it never finished"
    case .event(.settled, _, _): "it did not become idle in time"
    case .event(.began, Probe.subject, _): "it never began its work"
    case .event(.ended, Probe.subject, _): "its work never ended"
    case .event(.cancelled, _, _): "cancel() was never called: the process was not idle before"
    case .event(let kind, let subject, let trial):
      "trial '\(trial)' did not get as far as to show it (no '\(kind.rawValue)' of \(subject))"
    }
  }
}

extension Ruling {
  /// The reason for a ruling. Code compares reasons. `Ruling.Reason+Words.swift` turns a reason
  /// into a sentence for readers.
  package indirect enum Reason: Hashable, Sendable {
    /// An observation of the rule's judge, in a sentence for readers only.
    case seen(String)
    /// A call never returned.
    case neverReturned(Call)
    /// How a trial ended.
    case ending(Ending)
    /// A trap that Foundation caused, and what is known about it.
    case foundation(Ending.Manner, known: String?)
    /// An event that would decide is missing.
    case lacking(MissingEvidence)
    /// The fault in a life.
    case life(Event.Mark)
    /// The fault in some orders of the steps of a life, or in the only one that was run.
    case orders(manner: String, faulty: Int, of: Int, shortest: Order, Reason)
  }

  /// A call that a judge watches.
  package enum Call: Hashable, Sendable {
    case cancel, cancelBeforeWork, cancelWhileWorking, cancelOnMainThread
  }

  /// How a trial trapped, exited or hung.
  package struct Ending: Hashable, Sendable {
    /// The name of the trial.
    package let trial: String
    /// How it ended. All trials that one mistake ends have the same manner.
    package let manner: Manner

    /// The ways in which a trial traps, exits or hangs.
    package enum Manner: Hashable, Sendable {
      /// A signal ended the process. The message is Foundation's or Swift's.
      case trapped(signal: String?, message: String?)
      /// The process exited.
      case exited(status: Int32)
      /// The deadline passed, and threads were still running.
      case busy
      /// Reading the operation's state never returned.
      case noAnswer
      /// A call of the operation never returned.
      case blocked
    }
  }
}

extension Ruling.Reason {
  /// Whether a call never returned.
  var neverReturns: Bool {
    switch self {
    case .neverReturned: true
    case .ending(let ending): ending.manner == .blocked
    case .life(let mark): SubjectLife.neverReturns(mark)
    case .orders(_, _, _, _, let reason): reason.neverReturns
    case .seen, .lacking, .foundation: false
    }
  }
}

extension Ruling.Reason: ExpressibleByStringInterpolation {
  /// What a judge saw.
  package init(stringLiteral words: String) { self = .seen(words) }
}
