import Foundation
import OperationLab

// How operations were put into queues.
extension Trace.Condition {
  /// The operations were added to a queue, which was as said at that moment; `nil` stands for
  /// anything. Nothing of it was changed afterwards.
  ///
  /// - Parameters:
  ///   - names: the operations.
  ///   - queue: the queue's name.
  ///   - width: its `maxConcurrentOperationCount`.
  ///   - slots: how many operations it may run at a time, at least.
  ///   - isSuspended: whether it was suspended.
  ///   - priority: the raw value of each operation's `queuePriority`.
  ///   - dependencies: the names of each operation's dependencies.
  ///   - losesDependencies: whether dependencies may be removed afterwards.
  package static func added(
    _ names: [String], to queue: String? = nil, width: Int? = nil, slots: Int? = nil,
    isSuspended: Bool? = false, priority: Int? = nil, dependencies: [String]? = nil,
    losesDependencies: Bool = false
  ) -> Self {
    let place = queue.map { "'\($0)'" } ?? "a queue"
    return Self("\(listed(names)) was added to \(place)") { run in
      let evidence = try names.map {
        try run.enqueued(
          $0, in: queue, width: width, slots: slots, isSuspended: isSuspended, priority: priority,
          dependencies: dependencies, losesDependencies: losesDependencies)
      }
      return Outcome(true, "", evidence)
    }
  }

  /// The operation was added to a queue, which was as said at that moment.
  package static func added(
    _ name: String, to queue: String? = nil, width: Int? = nil, slots: Int? = nil,
    isSuspended: Bool? = false, priority: Int? = nil, dependencies: [String]? = nil,
    losesDependencies: Bool = false
  ) -> Self {
    added(
      [name], to: queue, width: width, slots: slots, isSuspended: isSuspended, priority: priority,
      dependencies: dependencies, losesDependencies: losesDependencies)
  }

  /// At the end of the run the queue's `maxConcurrentOperationCount` is still this.
  package static func keepsWidth(_ width: Int, _ queue: String) -> Self {
    Self("the width of '\(queue)' was \(width) to the end") { run in
      Outcome(run.snapshot?.queues.first { $0.name == queue }?.width == width, "", [])
    }
  }

  /// The queue was not suspended during the run.
  package static func neverSuspended(_ queue: String) -> Self {
    Self("'\(queue)' was never suspended") { run in
      Outcome(run.all(.suspended, of: queue).isEmpty, "", [])
    }
  }

  /// Neither a call nor any state that was read shows that one of these was cancelled.
  package static func neverCancelled(_ names: [String]) -> Self {
    Self("\(listed(names)) was never cancelled") { run in
      let cancelled = run.trace.events.filter {
        names.contains($0.subject) && ($0.kind == .cancelled || $0.state.contains(.cancelled))
      }
      return Outcome(cancelled.isEmpty, "", [])
    }
  }

  /// Neither a call nor any state that was read shows that the operation was cancelled.
  package static func neverCancelled(_ names: String...) -> Self { neverCancelled(names) }
}

// What happens, how often, and in which order.
extension Trace.Condition {
  /// Each of these moments comes. It does not if the subject was seen when the process was idle at
  /// the end, and the moment had not come.
  package static func happens(_ moments: Trace.Moment...) -> Self {
    Self(moments.map(\.words).joined(separator: ", ")) { run in
      var evidence: [Evidence] = []
      for moment in moments {
        do {
          evidence.append(try moment.evidence(in: run))
        } catch {
          let end = try Trace.Moment.settled(moment.subject).evidence(in: run)
          return Outcome(false, "not so: \(moment.words)", evidence + [end])
        }
      }
      return Outcome(true, moments.map(\.words).joined(separator: ", "), evidence)
    }
  }

  /// The moment never comes: decided by how its subject stands when the process is idle at the end.
  package static func never(_ moment: Trace.Moment) -> Self {
    Self("never: \(moment.words)") { run in
      if let event = try? moment.evidence(in: run) {
        return Outcome(false, moment.words, [event])
      }
      let end = try Trace.Moment.settled(moment.subject).evidence(in: run)
      return Outcome(true, "never: \(moment.words)", [end])
    }
  }

  /// None of these operations has an event of that kind: decided by how each stands when the process
  /// is idle at the end.
  package static func never(_ kind: Trace.Event.Kind, of names: [String]) -> Self {
    exactly(0, kind, of: names)
  }

  /// Exactly so many of these operations have an event of that kind; of the others it is known that
  /// they never do.
  package static func exactly(_ count: Int, _ kind: Trace.Event.Kind, of names: [String]) -> Self {
    Self("exactly \(count) of \(names.count): \(kind.rawValue)") { run in
      let all = try names.map { try run.occurrence(of: kind, of: $0) }
      let those = all.filter { !$0.isNever }.map(\.evidence.subject)
      let named = those.isEmpty || those.count == names.count ? "" : " (\(listed(those)))"
      return Outcome(
        those.count == count, "\(kind.rawValue): \(those.count) of \(names.count)\(named)",
        all.map(\.evidence))
    }
  }

  /// The subject has exactly so many events of that kind, and was seen when the process was idle.
  package static func times(_ count: Int, _ kind: Trace.Event.Kind, of name: String) -> Self {
    Self("\(name): \(kind.rawValue) \(count) times") { run in
      let events = run.all(kind, of: name)
      let end = events.isEmpty ? [try run.last(.settled, of: name)] : []
      return Outcome(
        events.count == count, "\(name): \(kind.rawValue) \(events.count) times", events + end)
    }
  }

  /// The moments come in this order.
  package static func order(_ moments: Trace.Moment...) -> Self {
    let words = moments.map(\.words).joined(separator: ", then ")
    return Self(words) { run in
      let events = try moments.map { try $0.evidence(in: run) }
      let firstWrong = events.indices.dropFirst().first { events[$0].seq <= events[$0 - 1].seq }
      let seen = firstWrong.map { "\(moments[$0].words) before \(moments[$0 - 1].words)" }
      return Outcome(firstWrong == nil, seen ?? words, events)
    }
  }

  /// At one moment exactly so many of these operations are past an event of the first kind and not
  /// yet at one of the second, and never more.
  package static func peak(
    _ count: Int, of names: [String], from start: Trace.Event.Kind, to end: Trace.Event.Kind
  ) -> Self {
    Self("\(count) at a time, and never more") { run in
      var inside: Set<String> = []
      var peak: Set<String> = []
      for event in run.trace.events where names.contains(event.subject) {
        if event.kind == start { inside.insert(event.subject) }
        if event.kind == end { inside.remove(event.subject) }
        if inside.count > peak.count { peak = inside }
      }
      let evidence = try names.filter(peak.contains).map { try run.first(start, of: $0) }
      return Outcome(
        peak.count == count, "at most \(peak.count) of \(names.count) at a time", evidence)
    }
  }
}

// Threads.
extension Trace.Condition {
  /// One thread does all of this.
  package static func sameThread(_ moments: Trace.Moment...) -> Self {
    Self("on one thread: \(moments.map(\.words).joined(separator: ", "))") { run in
      let events = try moments.map { try $0.evidence(in: run) }
      let threads = Set(events.map(\.thread))
      return Outcome(
        threads.count == 1,
        "\(moments.map(\.words).joined(separator: ", ")) on "
          + threads.sorted().joined(separator: " and "), events)
    }
  }

  /// Each of these happens on a thread of its own.
  package static func differentThreads(_ moments: Trace.Moment...) -> Self {
    Self("on different threads: \(moments.map(\.words).joined(separator: ", "))") { run in
      let events = try moments.map { try $0.evidence(in: run) }
      return Outcome(
        Set(events.map(\.thread)).count == events.count,
        zip(moments, events).map { "\($0.words) on \($1.thread)" }.joined(separator: ", "), events)
    }
  }

  /// The main thread does it, or another does.
  package static func onMain(_ moment: Trace.Moment, _ isMain: Bool = true) -> Self {
    Self("\(moment.words) \(isMain ? "on" : "off") the main thread") { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        (event.thread == "main") == isMain, "\(moment.words) on \(event.thread)", [event])
    }
  }
}

// States and places.
extension Trace.Condition {
  /// The flags that were read are exactly these.
  package static func state(_ state: OperationState, at moment: Trace.Moment) -> Self {
    Self("\(moment.subject) is \(state) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state == state, "\(moment.subject) is \(described(event.state)) \(moment.time)",
        [event])
    }
  }

  /// The flags that were read have all of the first and none of the second.
  package static func flags(
    _ flags: OperationState = [], not others: OperationState = [], at moment: Trace.Moment
  ) -> Self {
    Self("\(moment.subject) is \(described(flags)) and not \(others) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state.isSuperset(of: flags) && event.state.isDisjoint(with: others),
        "\(moment.subject) is \(described(event.state)) \(moment.time)", [event])
    }
  }

  /// The queue that holds the operation, or `nil` if none does.
  package static func place(_ queue: String?, at moment: Trace.Moment) -> Self {
    let words = queue.map { "in \($0)" } ?? "in no queue"
    return Self("\(moment.subject) is \(words) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      guard let place = event.place else {
        throw MissingEvidence.premise("it was read which queue holds it", program: run.program)
      }
      return Outcome(
        place == queue, "\(moment.subject) is \(event.note) \(moment.time)", [event])
    }
  }

  /// An event of that moment has this fact.
  package static func fact(_ fact: Trace.Event.Fact, at moment: Trace.Moment) -> Self {
    Self("\(moment.words): \(fact.words)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(event.fact == fact, "\(moment.subject): \(event.note)", [event])
    }
  }
}

// How a run ends.
extension Trace.Condition {
  /// The operation is stuck in the end, for that reason.
  ///
  /// - Parameter others: the operations that it waits for, in any order; `nil` if that does not matter.
  package static func stuck(
    _ name: String, _ cause: Diagnosis.Cause, waitsFor others: [String]? = nil
  ) -> Self {
    Self("\(name) is stuck: \(cause.rawValue)") { run in
      let end = run.all(.settled, of: name).last
      guard let finding = run.diagnosis[name], finding.isFinal else {
        guard let end else {
          throw MissingEvidence.event(.settled, subject: name, program: run.program)
        }
        return Outcome(false, "\(name) is not stuck", [end])
      }
      let waitsRight = others.map { Set($0) == Set(finding.waitsFor) } ?? true
      return Outcome(
        finding.cause == cause && waitsRight, finding.sentence,
        [finding.since.map { Evidence(program: run.program, event: $0) }, end].compactMap { $0 })
    }
  }

  /// Exactly so many of these operations are stuck in the end for that reason.
  package static func stuck(_ count: Int, of names: [String], _ cause: Diagnosis.Cause) -> Self {
    Self("\(count) of \(names.count) are stuck: \(cause.rawValue)") { run in
      let diagnosis = run.diagnosis
      let those = names.filter { diagnosis[$0]?.cause == cause && diagnosis[$0]?.isFinal == true }
      return Outcome(
        those.count == count, "\(those.count) of \(names.count) are stuck: \(cause.rawValue)",
        try (those.isEmpty ? names : those).map { try run.last(.settled, of: $0) })
    }
  }

  /// The program ends like this.
  package static func ends(_ outcome: Run.Outcome) -> Self {
    Self("the program \(outcome.rawValue)") { run in
      let last = run.trace.events.last.map { Evidence(program: run.program, event: $0) }
      return Outcome(
        run.outcome == outcome, "the program \(run.outcome.rawValue)", [last].compactMap { $0 })
    }
  }

  /// The process, Foundation included, printed this, or did not.
  package static func prints(_ phrase: String, _ isPrinted: Bool = true) -> Self {
    Self(isPrinted ? "it prints '\(phrase)'" : "it does not print '\(phrase)'") { run in
      let last = run.trace.events.last.map { Evidence(program: run.program, event: $0) }
      let printed = run.printed(phrase)
      return Outcome(
        printed == isPrinted,
        printed ? "Foundation printed: \(phrase)" : "'\(phrase)' is not printed",
        [last].compactMap { $0 })
    }
  }
}

// Conditions made of others.
extension Trace.Condition {
  /// All of these hold, for each of the names.
  package static func each(
    _ names: [String], _ conditions: (String) -> [Trace.Condition]
  ) -> Self {
    let all = names.flatMap(conditions)
    return allOf(all, words: all.first?.words ?? "", seen: "so for \(listed(names))")
  }

  /// All of these hold; `seen` says so in a sentence that is shorter than all of theirs.
  package static func all(_ seen: String, _ conditions: Trace.Condition...) -> Self {
    allOf(conditions, words: seen, seen: seen)
  }

  /// At least one of these holds, even if the run does not decide the others.
  package static func any(_ conditions: Trace.Condition...) -> Self {
    Self(conditions.map(\.words).joined(separator: ", or ")) { run in
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
        false, failed.map(\.seen).joined(separator: "; "), failed.flatMap(\.evidence))
    }
  }

  /// The condition does not hold.
  package static func not(_ condition: Trace.Condition) -> Self {
    Self("not so: \(condition.words)") { run in
      let outcome = try condition.outcome(in: run)
      return Outcome(!outcome.holds, outcome.seen, outcome.evidence)
    }
  }

  private static func allOf(_ conditions: [Trace.Condition], words: String, seen: String) -> Self {
    Self(words) { run in
      var evidence: [Evidence] = []
      for condition in conditions {
        let outcome = try condition.outcome(in: run)
        evidence += outcome.evidence
        if !outcome.holds {
          return Outcome(false, outcome.seen.isEmpty ? condition.words : outcome.seen, evidence)
        }
      }
      return Outcome(true, seen, evidence)
    }
  }

  private static func listed(_ names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return "each of \(names[0]) to \(names[names.count - 1])"
  }

  private static func described(_ state: OperationState) -> String {
    state.isEmpty ? "in no state" : state.description
  }
}
