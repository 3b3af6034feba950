import OperationDoctor

extension Trace {
  /// Something that holds in a run or does not, such as an order of moments.
  ///
  /// ```swift
  /// .order(.ended("boil"), .began("pour"))
  /// .never(.began("toast"))
  /// .place(nil, at: .settled("boil"))       // at the end, boil is in no queue
  /// ```
  ///
  /// ``Bench/check(given:_:)`` decides conditions on the events of a trace. Where an event that
  /// would decide is missing, a condition is undecided and does not pass.
  public struct Condition: Sendable {
    /// What is asked, in words.
    let phrase: Phrase
    /// The operations, queues and gates that it names. `nil` if it decides without an event.
    let names: [String]?
    private let check: @Sendable (Run) throws -> Outcome

    /// What a run says of a condition.
    package struct Outcome: Sendable {
      /// Whether it is so.
      package let holds: Bool
      /// What was seen, in a short sentence.
      let seen: Phrase
      /// The events that decide.
      package let evidence: [Evidence]

      package init(_ holds: Bool, _ seen: Phrase, _ evidence: [Evidence]) {
        self.holds = holds
        self.seen = seen
        self.evidence = evidence
      }
    }

    /// A condition with a check of its own: a pure function of the run.
    ///
    /// - Parameters:
    ///   - phrase: what must be so.
    ///   - check: throws ``MissingEvidence`` when an event that would decide is not there.
    package init(_ phrase: Phrase, check: @escaping @Sendable (Run) throws -> Outcome) {
      self.init(phrase, about: nil, check)
    }

    /// A condition of the vocabulary: what no event decides is undecided.
    init(
      _ phrase: Phrase, about names: [String]?, _ check: @escaping @Sendable (Run) throws -> Outcome
    ) {
      self.phrase = phrase
      self.names = names
      self.check = check
    }

    /// What is asked, in English.
    var words: String { phrase.english }

    /// - Throws: ``MissingEvidence`` when the run does not decide it.
    package func outcome(in run: Run) throws -> Outcome {
      let outcome = try check(run)
      if names != nil { try run.require(!outcome.evidence.isEmpty, "an event decides: \(phrase)") }
      return outcome
    }
  }
}

// Conditions made of others.
extension Trace.Condition {
  /// All of the conditions hold for each of the names.
  ///
  /// If one does not, the trace's check names the one for which it does not hold.
  ///
  /// - Parameters:
  ///   - names: of operations, for example.
  ///   - sentence: what must be so, in words. By default those of the first name's conditions.
  ///   - conditions: makes the conditions for a name. Called once for each, at once.
  public static func each(
    _ names: [String], _ sentence: String? = nil, _ conditions: (String) -> [Trace.Condition]
  ) -> Self {
    let all = names.map { (name: $0, conditions: conditions($0)) }
    let first = all.first?.conditions.map(\.phrase) ?? []
    let others: [Phrase] = names.count > 1 ? ["likewise \(listed(Array(names.dropFirst())))"] : []
    let words =
      sentence.map(Phrase.init(stringLiteral:))
      ?? (names.isEmpty ? ["each of no names"] : first + others).joined { "\($0); \($1)" }
    let about = all.flatMap { $0.conditions.flatMap { $0.names ?? [] } }
    return Self(words, about: about) { run in
      var evidence: [Evidence] = []
      for (name, conditions) in all {
        for condition in conditions {
          let outcome = try condition.outcome(in: run)
          evidence += outcome.evidence
          if !outcome.holds {
            let seen = outcome.seen.isEmpty ? "not so: \(condition.phrase)" : outcome.seen
            return Outcome(false, "for \(name): \(seen)", evidence)
          }
        }
      }
      return Outcome(true, words, evidence)
    }
  }

  /// All of these hold.
  ///
  /// - Parameters:
  ///   - sentence: says so in words that are shorter than theirs.
  ///   - conditions: decided in this order, up to the first that does not hold.
  package static func all(_ sentence: Phrase, _ conditions: Trace.Condition...) -> Self {
    Self(sentence, about: conditions.flatMap { $0.names ?? [] }) { run in
      var evidence: [Evidence] = []
      for condition in conditions {
        let outcome = try condition.outcome(in: run)
        evidence += outcome.evidence
        if !outcome.holds {
          return Outcome(false, outcome.seen.isEmpty ? condition.phrase : outcome.seen, evidence)
        }
      }
      return Outcome(true, sentence, evidence)
    }
  }

  /// At least one of these holds, even if the run does not decide the others.
  public static func any(_ conditions: Trace.Condition...) -> Self { any(conditions) }

  package static func any(_ conditions: [Trace.Condition]) -> Self {
    Self(
      conditions.map(\.phrase).joined { "\($0), or \($1)" },
      about: conditions.flatMap { $0.names ?? [] }
    ) { run in
      var failed: [Outcome] = []
      var missing: (any Error)?
      for condition in conditions {
        do {
          let outcome = try condition.outcome(in: run)
          if outcome.holds { return outcome }
          failed.append(outcome)
        } catch {
          missing = error
        }
      }
      if let missing { throw missing }
      return Outcome(
        false, failed.map(\.seen).joined { "\($0); \($1)" }, failed.flatMap(\.evidence))
    }
  }

  /// The condition does not hold. Where it is undecided, so is this.
  public static func not(_ condition: Trace.Condition) -> Self {
    Self("not so: \(condition.phrase)", about: condition.names) { run in
      let outcome = try condition.outcome(in: run)
      return Outcome(!outcome.holds, outcome.seen, outcome.evidence)
    }
  }

  /// If the moment comes, the condition holds. That it never comes is decided by how its subject
  /// stands when the process is idle at the end.
  package static func ifEver(_ moment: Trace.Moment, _ condition: Trace.Condition) -> Self {
    Self("if \(moment.phrase): \(condition.phrase)") { run in
      if try moment.find(in: run) != nil { return try condition.outcome(in: run) }
      let end = try Trace.Moment.settled(moment.subject).evidence(in: run)
      return Outcome(true, moment.never, [end])
    }
  }

  /// A check of its own on the events of these moments.
  ///
  /// - Parameters:
  ///   - words: what must be so.
  ///   - moments: each must come, or nothing is decided.
  ///   - isSo: a pure function of the run and of the events, in the order of the moments.
  package static func check(
    _ words: Phrase, at moments: Trace.Moment...,
    isSo: @escaping @Sendable (Run, [Evidence]) throws -> Bool
  ) -> Self {
    Self(words, about: moments.flatMap(\.names)) { run in
      let events = try moments.map { try $0.evidence(in: run) }
      let holds = try isSo(run, events)
      return Outcome(holds, holds ? words : "not so: \(words)", events)
    }
  }

  /// The names in words, as the subject of a sentence.
  static func listed(_ names: [String]) -> Phrase {
    names.count > 3 ? "each of \(names[0]) to \(names[names.count - 1])" : "\(names: names)"
  }
}

/// The runs of one program, what a claim presupposes of it, and what it expects.
package struct Scenario: Sendable {
  package let program: String
  package let premises: [Trace.Condition]
  package let expectations: [Trace.Condition]

  /// - Parameters:
  ///   - program: its name.
  ///   - premises: what must be so for the run to say anything about the claim.
  ///   - expectations: what is so if the claim is right.
  package init(
    _ program: String, given premises: [Trace.Condition], expect expectations: [Trace.Condition]
  ) {
    self.program = program
    self.premises = premises
    self.expectations = expectations
  }
}

extension [Scenario] {
  /// Confirmed if all expectations hold, refuted if one does not. Each scenario's premises must be
  /// so.
  ///
  /// - Throws: ``MissingEvidence`` when a premise is not so or an event that would decide is missing.
  ///
  /// - Parameter words: says what was seen of an expectation that does not hold.
  package func judgement(
    on runs: Runs, failing words: (Trace.Condition, Trace.Condition.Outcome) -> Phrase = { $1.seen }
  ) throws -> Judgement {
    var held: [Trace.Condition.Outcome] = []
    var failed: [Trace.Condition.Outcome] = []
    var seen: [Phrase] = []
    for scenario in self {
      let run = try runs[scenario.program]
      for premise in scenario.premises {
        let outcome = try premise.outcome(in: run)
        let seen: Phrase = outcome.seen.isEmpty ? "" : " (\(outcome.seen))"
        try run.require(outcome.holds, "\(premise.phrase)\(seen)")
      }
      for expectation in scenario.expectations {
        let outcome = try expectation.outcome(in: run)
        if outcome.holds { held.append(outcome) } else { failed.append(outcome) }
        if !outcome.holds { seen.append(words(expectation, outcome)) }
      }
    }
    if failed.isEmpty { seen = held.map(\.seen) }
    return Judgement(
      failed.isEmpty ? .confirmed : .refuted,
      seen.filter { !$0.isEmpty }.joined { "\($0); \($1)" },
      held.flatMap(\.evidence) + failed.flatMap(\.evidence))
  }
}

// Flags, places, and what operations wait for in the end.
extension Trace.Condition {
  /// The flags that were read are exactly these.
  ///
  /// - Parameters:
  ///   - state: the flags.
  ///   - moment: a moment at which flags are read, such as ``Trace/Moment/settled(_:after:)``.
  package static func state(_ state: OperationState, at moment: Trace.Moment) -> Self {
    Self("\(moment.subject) is \(described(state)) \(moment.time)", about: moment.names) { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state == state, "\(moment.subject) is \(described(event.state)) \(moment.time)",
        [event])
    }
  }

  /// The flags that were read have all of the first and none of the second.
  public static func flags(
    _ flags: OperationState = [], not others: OperationState = [], at moment: Trace.Moment
  ) -> Self {
    let words =
      flags.names.map(Phrase.init(stringLiteral:)) + others.names.map { "not \(text: $0)" }
    let sentence: Phrase =
      "\(moment.subject) is \(words.joined { "\($0), \($1)" }) \(moment.time)"
    return Self(sentence, about: moment.names) { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state.isSuperset(of: flags) && event.state.isDisjoint(with: others),
        "\(moment.subject) is \(described(event.state)) \(moment.time)", [event])
    }
  }

  /// The queue holds the operation, or no queue does if it is `nil`.
  ///
  /// - Parameters:
  ///   - queue: the queue's name.
  ///   - moment: ``Trace/Moment/settled(_:after:)``. At other moments this is not read.
  public static func place(_ queue: String?, at moment: Trace.Moment) -> Self {
    let words: Phrase = queue.map { "in \($0)" } ?? "in no queue"
    let names = moment.names + [queue].compactMap { $0 }
    return Self("\(moment.subject) is \(words) \(moment.time)", about: names) { run in
      let event = try moment.evidence(in: run)
      guard let place = event.place else {
        throw MissingEvidence.premise("it was read which queue holds it", program: run.program)
      }
      return Outcome(
        place == queue, "\(moment.subject) is \(event.notePhrase) \(moment.time)", [event])
    }
  }

  /// Neither a call nor any state that was read shows that one of these operations was cancelled.
  package static func neverCancelled(_ names: String...) -> Self { neverCancelled(names) }

  /// The same for a list of them.
  package static func neverCancelled(_ names: [String]) -> Self {
    let words: Phrase = "\(listed(names)) was never cancelled"
    return Self(words, about: names) { run in
      let cancelled = run.trace.events.first {
        names.contains($0.subject) && ($0.kind == .cancelled || $0.state.contains(.cancelled))
      }
      if let cancelled {
        return Outcome(
          false, "\(cancelled.subject) was cancelled",
          [Evidence(program: run.program, event: cancelled)])
      }
      for name in names { try run.require(run.shows(name), "the trace shows '\(name)'") }
      try run.requireEnd()
      let looks = names.compactMap { run.all(.settled, of: $0).last }
      return Outcome(true, words, looks.isEmpty && !names.isEmpty ? run.lastLook : looks)
    }
  }

  /// The queue is not suspended during the run.
  package static func neverSuspended(_ queue: String) -> Self {
    let words: Phrase = "'\(queue)' was never suspended"
    return Self(words, about: [queue]) { run in
      if let event = run.all(.suspended, of: queue).first {
        return Outcome(false, "'\(queue)' was suspended", [event])
      }
      try run.require(run.shows(queue), "the trace shows '\(queue)'")
      try run.requireEnd()
      return Outcome(true, words, run.lastLook)
    }
  }

  /// No wait at a gate reached its deadline.
  package static var noTimeout: Self {
    Self("no wait timed out", about: []) { run in
      let timeouts = run.all(.timedOut)
      if !timeouts.isEmpty { return Outcome(false, "a wait timed out", timeouts) }
      try run.requireEnd()
      return Outcome(true, "no wait timed out", run.lastLook)
    }
  }

  /// The operation is stuck when the process is idle at the end, for that reason.
  ///
  /// - Parameters:
  ///   - name: the operation.
  ///   - cause: why it does not run, or does not finish.
  ///   - others: the operations that it waits for, in any order. `nil` stands for anything.
  public static func stuck(
    _ name: String, _ cause: Diagnosis.Cause, waitsFor others: [String]? = nil
  ) -> Self {
    Self("\(name) is stuck: \(cause.words)", about: [name] + (others ?? [])) { run in
      try run.requireEnd()
      let end = run.all(.settled, of: name).last
      let diagnosis = run.diagnosis
      guard let finding = diagnosis[name], finding.isFinal else {
        guard let end else {
          throw MissingEvidence.event(.settled, subject: name, program: run.program)
        }
        return Outcome(false, "\(name) is not stuck", [end])
      }
      let waitsRight = others.map { Set($0) == Set(finding.waitsFor) } ?? true
      let since = finding.since.flatMap(run.trace.event).map {
        Evidence(program: run.program, event: $0)
      }
      let events = [since, end].compactMap { $0 }
      return Outcome(
        finding.cause == cause && waitsRight, diagnosis.statement(of: finding),
        events.isEmpty ? run.lastLook : events)
    }
  }

  /// Exactly so many of these operations are stuck when the process is idle at the end, for that
  /// reason.
  package static func stuck(_ count: Int, of names: [String], _ cause: Diagnosis.Cause) -> Self {
    Self("\(count) of \(names.count) are stuck: \(cause.words)", about: names) { run in
      try run.requireEnd()
      let diagnosis = run.diagnosis
      let those = names.filter { diagnosis[$0]?.cause == cause && diagnosis[$0]?.isFinal == true }
      return Outcome(
        those.count == count, "\(those.count) of \(names.count) are stuck: \(cause.words)",
        try (those.isEmpty ? names : those).map { try run.last(.settled, of: $0) })
    }
  }

  private static func described(_ state: OperationState) -> Phrase {
    state.isEmpty ? "in no state" : "\(text: state.description)"
  }
}

extension Diagnosis.Cause {
  /// In a few words that follow a colon.
  fileprivate var words: Phrase {
    switch self {
    case .blocksItself: "a blocking call that waits for its own end"
    case .blocked: "a blocking call"
    case .silent: "started, and isFinished not reported"
    case .finishNotAnnounced: "finished, and no notification of it"
    case .cancelledNotFinished: "cancelled, and not finished"
    case .cycle: "a circle of dependencies"
    case .dependency: "an unfinished dependency"
    case .noFreeSlot: "no free slot"
    case .outranked: "no free slot, and others have a higher priority"
    case .suspended: "a suspended queue"
    case .notReady: "isReady is false"
    case .mainThreadBlocked: "the main thread is blocked"
    case .readinessNotAnnounced: "ready, and no notification of it"
    case .notExecuting: "ready, and not executing"
    case .neverStarted: "in no queue, and not started"
    case .barrier: "a barrier block"
    case .lastSeen: "not finished when it was seen last"
    }
  }
}
