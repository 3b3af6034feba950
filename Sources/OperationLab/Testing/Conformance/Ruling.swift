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
  ///   - plain: the run in which the operation was left to itself.
  ///   - spins: whether it is busy while its work is held, which has its own rule.
  func ruling(
    onEndingsToo runs: [Run], of subject: Subject, plain: Run?, spins: Bool = false
  ) -> Ruling {
    if spins, runs.isEmpty, isDecidable(on: subject) {
      return Ruling(.undecided, Self.mendSpinFirst, [])
    }
    var ruling = ruling(on: Runs(runs), of: subject)
    // A machine that is too slow is not a fault of the class.
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
      return .leaving("\(other.why); mend that first", fault: other.reason, other.evidence)
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
    "it never becomes idle. Mend does-not-spin first"
}

extension Run {
  /// Whether the process trapped or exited.
  var hasDied: Bool { outcome == .traps || outcome == .exits }

  /// Whether reading the operation's state never returned.
  var givesNoAnswer: Bool { trace.events.contains { $0.mark == Bench.noAnswer } }

  /// A ruling for a run that trapped, exited or hung, or `nil` if it did not.
  var violentEnding: Ruling? {
    switch outcome {
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
    ruling.isProvisional = isProvisional
    // Needed if the run has no events and so no evidence.
    ruling.doubtful = program
    return ruling
  }
}

extension Ruling.Ending.Manner {
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
    case .enqueuedFinished, .startedTooSoon, .startedTwice: return true
    case .usedUnowned, nil: return false
    }
  }

  /// The misuse that a trap's message names. The message is all that Foundation and Swift tell.
  private enum Misuse: CaseIterable {
    case enqueuedFinished, startedTooSoon, startedTwice, usedUnowned

    init?(_ message: String) {
      guard let misuse = Self.allCases.first(where: { message.contains($0.words) }) else {
        return nil
      }
      self = misuse
    }

    private var words: String {
      switch self {
      case .enqueuedFinished: "cannot be enqueued"
      case .startedTooSoon: "is not yet ready to execute"
      case .startedTwice: "start the receiver"
      case .usedUnowned: "unowned reference"
      }
    }
  }

  // Cost and cure depend on how the trial ended, not on the rule.
  fileprivate var advice: Ruling.Advice {
    switch self {
    case .trapped(_, let message):
      Ruling.Advice(cost: Self.wholeApp, cure: Self.cure(ofTrap: message ?? ""))
    case .exited:
      Ruling.Advice(
        cost: Self.wholeApp,
        cure: "Let the app decide when to end. Report a failure as a value.")
    case .busy:
      Ruling.Advice(
        cost: "A core is busy all that time, and what waits for the operation does not continue.",
        cure: """
          Find the thread that never sleeps: wait for a completion instead of asking in a \
          loop.
          """)
    case .noAnswer:
      Ruling.Advice(
        cost: Self.thread,
        cure: """
          Let every way out unlock what it has locked, best with lock.withLock { … }, and call \
          willChangeValue and didChangeValue only when the lock is free: the queue asks for the state \
          in that very call.
          """)
    case .blocked: .blocked
    }
  }

  private static func cure(ofTrap message: String) -> String {
    switch Misuse(message) {
    case .enqueuedFinished:
      """
      In cancel(), do not set finished while start() has not been called: remember the \
      cancellation, and let start() finish. A queue refuses what is finished already.
      """
    case .usedUnowned:
      """
      The closure is called after the object has gone that it captures unowned. Capture it weakly, \
      and do nothing when it is nil.
      """
    case .startedTooSoon, .startedTwice, nil:
      """
      Look at the line where the process ended, and at what leads there. A trap in an operation ends \
      the whole app.
      """
    }
  }

  private static let wholeApp = "The whole app ends there, with all that its user has not saved."
  fileprivate static let thread = """
    A thread waits and never continues. Neither does anything that waits for it. If it is the main thread, the \
    app hangs.
    """
}

extension Ruling {
  /// The cost of a fault in an app, and its cure.
  struct Advice {
    let cost: String
    let cure: String

    /// For a call that never returns.
    fileprivate static let blocked = Advice(
      cost: Ending.Manner.thread,
      cure: """
        Look where the thread waits, and for what: start() and cancel() must not wait for the work, \
        nor for a lock or a queue that the work holds.
        """)
    /// For an operation that never finishes, found by a rule about something else.
    fileprivate static let unfinished = Advice(
      cost: "It keeps its slot in the queue, and what depends on it never starts.",
      cure: "Let every way out of start(), of cancel() and of the work report isFinished.")
    /// For any other fault, found by a rule about something else.
    fileprivate static let elsewhere = Advice(
      cost: "It goes wrong also where nothing is done to it.",
      cure: "Check with all rules, without --rule: the first finding says how to mend this.")
  }

  /// The cost and the cure, if they do not depend on the rule.
  var advice: Advice? {
    let meaning = stacks.first?.lazy.compactMap(\.meaning?.cure).first
    guard let advice = reason.advice else { return nil }
    return Advice(cost: advice.cost, cure: death == nil ? advice.cure : meaning ?? advice.cure)
  }

  /// Whether it is undecided only because other rules cover the failure that was seen.
  package var leavesFault: Bool { verdict == .undecided && fault != nil }

  /// This ruling, or a broken one if other rules did not name its fault.
  var convictedOfItsFault: Ruling {
    guard leavesFault, let fault else { return self }
    var ruling = self
    (ruling.verdict, ruling.reason) = (.broken, fault)
    let advice = fault.advice ?? .elsewhere
    (ruling.cost, ruling.cure) = (ruling.cost ?? advice.cost, ruling.cure ?? advice.cure)
    return ruling
  }

  /// Undecided, because Foundation trapped without a fault of the class.
  func excused(known: StackFrame.KnownCrash?) -> Ruling {
    guard let death else { return self }
    var ruling = Ruling(.undecided, .foundation(death, known: known?.words), evidence)
    ruling.stacks = stacks
    return ruling
  }
}

extension Ruling.Reason {
  /// How a trial trapped, exited or hung.
  var manner: Ruling.Ending.Manner? {
    switch self {
    case .ending(let ending), .endingInRace(let ending, _): ending.manner
    case .orders(_, _, _, _, let reason): reason.manner
    case .seen, .neverReturned, .lacking, .race, .life, .foundation, .underWay: nil
    }
  }

  fileprivate var advice: Ruling.Advice? {
    switch self {
    case .ending(let ending), .endingInRace(let ending, _): ending.manner.advice
    case .neverReturned: .blocked
    case .lacking: .unfinished
    case .orders(_, _, _, _, let reason): reason.advice
    case .seen, .race, .life, .foundation, .underWay: nil
    }
  }
}

extension Ruling {
  /// Undecided, because the deciding evidence is missing.
  init(lacking evidence: MissingEvidence) {
    self.init(.undecided, .lacking(evidence), [])
    guard case .event(let kind, _, let trial) = evidence else { return }
    // If the wait for rest timed out, no fault is known.
    if kind != .settled { fault = reason }
    doubtful = trial
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
    case .race(let trial, let mark):
      "in trial '\(trial)', \(mark.words)"
    case .endingInRace(let ending, let last):
      "\(ending.manner.words); that was "
        + (last == Race.calm ? "at once" : "after \(last.words)")
    case .underWay(let trial):
      "in trial '\(trial)' a life was still under way when the time was up, which need not be wrong: "
        + "it may wait by a clock; make it wait for less in --make EXPR, and check again"
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
    /// The fault in one of many lives, as a trial of races recorded it.
    case race(trial: String, Event.Mark)
    /// How a trial of races ended, and the last mark that it recorded.
    case endingInRace(Ending, last: Event.Mark)
    /// A life of a trial of races had not ended when its time was up.
    case underWay(trial: String)
    /// The fault in a life whose steps were ordered.
    case life(Event.Mark)
    /// The fault in some orders of the steps of a life, or in the only one that was run.
    case orders(manner: String, faulty: Int, of: Int, shortest: Order, Reason)
  }

  /// A call that a judge watches.
  package enum Call: Hashable, Sendable {
    case cancel, cancelWhileWorking, cancelOnMainThread
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
    case .ending(let ending), .endingInRace(let ending, _): ending.manner == .blocked
    case .race(_, let mark): mark.marks.contains(where: RaceLife.neverReturns)
    case .life(let mark): RaceLife.neverReturns(mark)
    case .orders(_, _, _, _, let reason): reason.neverReturns
    case .seen, .lacking, .foundation, .underWay: false
    }
  }
}

extension Ruling.Reason: ExpressibleByStringInterpolation {
  /// What a judge saw.
  package init(stringLiteral words: String) { self = .seen(words) }
}
