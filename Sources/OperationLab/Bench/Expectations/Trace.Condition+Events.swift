import Foundation
import OperationDoctor
import OperationLab

// What happens, how often, and in which order.
extension Trace.Condition {
  /// The operation was added to a queue, which was as given at that moment. `nil` stands for
  /// anything. Neither its priority nor its dependencies were changed afterwards, if they are
  /// given.
  ///
  /// - Parameters:
  ///   - name: the operation.
  ///   - queue: the queue's name.
  ///   - width: its `maxConcurrentOperationCount`.
  ///   - slots: how many operations it may run at a time, at least.
  ///   - isSuspended: whether it was suspended.
  ///   - priority: the raw value of the operation's `queuePriority`.
  ///   - dependencies: the names of its dependencies, in the order in which they were added.
  ///   - losesDependencies: whether dependencies may be removed afterwards.
  public static func added(
    _ name: String, to queue: String? = nil, width: Int? = nil, slots: Int? = nil,
    isSuspended: Bool? = false, priority: Int? = nil, dependencies: [String]? = nil,
    losesDependencies: Bool = false
  ) -> Self {
    added(
      [name], to: queue, width: width, slots: slots, isSuspended: isSuspended, priority: priority,
      dependencies: dependencies, losesDependencies: losesDependencies)
  }

  /// The same for each of these operations.
  package static func added(
    _ names: [String], to queue: String? = nil, width: Int? = nil, slots: Int? = nil,
    isSuspended: Bool? = false, priority: Int? = nil, dependencies: [String]? = nil,
    losesDependencies: Bool = false
  ) -> Self {
    let place: Phrase = queue.map { "'\($0)'" } ?? "a queue"
    let words: Phrase = "\(listed(names)) was added to \(place)"
    let canChange = priority != nil || (dependencies != nil && !losesDependencies)
    return Self(words, about: names + [queue].compactMap { $0 }) { run in
      var evidence: [Evidence] = []
      for name in names {
        let event = try run.enqueued(name)
        evidence.append(event)
        let difference =
          event.enqueueing?.difference(
            queue: queue, width: width, slots: slots, isSuspended: isSuspended, priority: priority,
            dependencies: dependencies)
          ?? run.laterChange(
            of: name, priority: priority != nil,
            dependencies: dependencies != nil && !losesDependencies)
        if let difference { return Outcome(false, "\(name): \(difference)", evidence) }
      }
      if canChange { try run.requireEnd() }
      return Outcome(true, "", evidence)
    }
  }

  /// Each of these moments comes.
  ///
  /// A moment never comes if it is missing and its operation was seen when the process was idle at
  /// the end.
  public static func happens(_ moments: Trace.Moment...) -> Self {
    let words = moments.map(\.phrase).joined { "\($0), \($1)" }
    return Self(words, about: moments.flatMap(\.names)) { run in
      switch try run.search(moments) {
      case .found(let events): Outcome(true, words, events)
      case .missing(let outcome): outcome
      }
    }
  }

  /// The moment never comes.
  ///
  /// - Parameters:
  ///   - moment: what must not happen.
  ///   - look: shows that the run lasted long enough. By default the operation was seen when the
  ///     process was idle at the end. Queues and gates are not seen, and need another moment here.
  public static func never(_ moment: Trace.Moment, until look: Trace.Moment? = nil) -> Self {
    Self(moment.never, about: moment.names + (look?.names ?? [])) { run in
      if let event = try moment.find(in: run) { return Outcome(false, moment.phrase, [event]) }
      let end = try (look ?? .settled(moment.subject)).evidence(in: run)
      return Outcome(true, moment.never, [end])
    }
  }

  /// None of these operations has an event of that kind, and each was seen when the process was idle
  /// at the end.
  package static func never(_ kind: Trace.Event.Kind, of names: [String]) -> Self {
    exactly(0, kind, of: names)
  }

  /// Exactly so many of these operations have an event of that kind. The others were seen when the
  /// process was idle at the end.
  package static func exactly(_ count: Int, _ kind: Trace.Event.Kind, of names: [String]) -> Self {
    Self("exactly \(count) of \(names.count): \(text: kind.rawValue)", about: names) { run in
      let all = try names.map { try run.occurrence(of: kind, of: $0) }
      if all.contains(where: \.isNever) { try run.requireEnd() }
      let those = all.filter { !$0.isNever }.map(\.evidence.subject)
      let named: Phrase =
        those.isEmpty || those.count == names.count ? "" : " (\(listed(those)))"
      return Outcome(
        those.count == count, "\(text: kind.rawValue): \(those.count) of \(names.count)\(named)",
        all.map(\.evidence))
    }
  }

  /// The operation, queue or gate has exactly so many events of that kind.
  ///
  /// If it has none, it must have been seen when the process was idle.
  package static func times(_ count: Int, _ kind: Trace.Event.Kind, of name: String) -> Self {
    // It is counted only, which needs no sentences.
    times(count, Trace.Moment(kind, of: name, "", ""))
  }

  /// The moment comes exactly so many times. One that is after or before another counts only there.
  ///
  /// If it never comes, its operation must have been seen when the process was idle.
  public static func times(_ count: Int, _ moment: Trace.Moment) -> Self {
    Self(moment.counted(times(count)), about: moment.names) { run in
      let events = try moment.each(in: run)
      if events.count <= count { try run.requireEnd() }
      let end = events.isEmpty ? [try run.last(.settled, of: moment.subject)] : []
      return Outcome(events.count == count, moment.counted(times(events.count)), events + end)
    }
  }

  /// The moments come in this order.
  ///
  /// A moment never comes if it is missing and its operation was seen when the process was idle at
  /// the end.
  public static func order(_ moments: Trace.Moment...) -> Self {
    let words = moments.map(\.phrase).joined { "\($0), then \($1)" }
    return Self(words, about: moments.flatMap(\.names)) { run in
      let events: [Evidence]
      switch try run.search(moments) {
      case .found(let all): events = all
      case .missing(let outcome): return outcome
      }
      let firstWrong = events.indices.dropFirst().first { events[$0].seq <= events[$0 - 1].seq }
      let seen: Phrase? = firstWrong.map {
        "\(moments[$0].phrase) before \(moments[$0 - 1].phrase)"
      }
      return Outcome(firstWrong == nil, seen ?? words, events)
    }
  }

  /// The first moment has not come when the second does. It may come later, or never.
  package static func notYet(_ moment: Trace.Moment, at later: Trace.Moment) -> Self {
    let words: Phrase = "not yet when \(later.phrase): \(moment.phrase)"
    return Self(words, about: moment.names + later.names) { run in
      let event = try later.evidence(in: run)
      let early = try moment.find(in: run).flatMap { $0.seq < event.seq ? $0 : nil }
      let words: Phrase =
        early == nil ? "\(later.phrase) first" : "\(moment.phrase) before \(later.phrase)"
      return Outcome(early == nil, words, [early, event].compactMap { $0 })
    }
  }

  /// At one moment exactly so many of these operations are between an event of the first kind and
  /// one of the second, and never more.
  package static func peak(
    _ count: Int, of names: [String], from start: Trace.Event.Kind = .began,
    to end: Trace.Event.Kind = .ended
  ) -> Self {
    Self("\(count) at a time, and never more", about: names) { run in
      let peak = run.peak(of: names, from: start, to: end).map(\.subject)
      if peak.count <= count { try run.requireEnd() }
      let shown = peak.isEmpty ? names : names.filter(peak.contains)
      return Outcome(
        peak.count == count, "at most \(peak.count) of \(names.count) at a time",
        try shown.map { try run.occurrence(of: start, of: $0).evidence })
    }
  }

  /// At no moment are more than so many of these operations at work.
  ///
  /// Those that were never at work were seen when the process was idle at the end.
  public static func peak(atMost count: Int, of names: [String]) -> Self {
    Self("at most \(count) at a time", about: names) { run in
      let peak = run.peak(of: names, from: .began, to: .ended).map(\.subject)
      if peak.count <= count { try run.requireEnd() }
      let shown = peak.count <= count ? names : names.filter(peak.contains)
      let evidence = try shown.map { try run.occurrence(of: .began, of: $0).evidence }
      return Outcome(
        peak.count <= count, "at most \(peak.count) of \(names.count) at a time", evidence)
    }
  }

  private static func times(_ count: Int) -> Phrase {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

// On which threads.
extension Trace.Condition {
  /// One thread does all of this.
  public static func sameThread(_ moments: Trace.Moment...) -> Self {
    let all = moments.map(\.phrase).joined { "\($0), \($1)" }
    let words: Phrase = "on one thread: \(all)"
    return Self(words, about: moments.flatMap(\.names)) { run in
      let events = try moments.map { try $0.evidence(in: run) }
      let threads = Set(events.map(\.thread)).sorted().map { "\($0)" as Phrase }
      return Outcome(
        threads.count == 1, "\(all) on \(threads.joined { "\($0) and \($1)" })", events)
    }
  }

  /// Each of these happens on another thread.
  public static func differentThreads(_ moments: Trace.Moment...) -> Self {
    let all = moments.map(\.phrase).joined { "\($0), \($1)" }
    let words: Phrase = "on different threads: \(all)"
    return Self(words, about: moments.flatMap(\.names)) { run in
      let events = try moments.map { try $0.evidence(in: run) }
      return Outcome(
        Set(events.map(\.thread)).count == events.count,
        zip(moments, events).map { "\($0.phrase) on \($1.thread)" as Phrase }
          .joined { "\($0), \($1)" }, events)
    }
  }

  /// It happens on the main thread. With `false`, on another.
  public static func onMain(_ moment: Trace.Moment, _ isMain: Bool = true) -> Self {
    let words: Phrase =
      isMain ? "\(moment.phrase) on the main thread" : "\(moment.phrase) off the main thread"
    return Self(words, about: moment.names) { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        (event.thread == "main") == isMain, "\(moment.phrase) on \(event.thread)", [event])
    }
  }
}

extension Run {
  /// The result of looking for some moments.
  fileprivate enum Search {
    case found([Evidence])
    case missing(Trace.Condition.Outcome)
  }

  /// The events of these moments, or the first that never comes.
  ///
  /// - Throws: ``MissingEvidence`` when nothing shows that a moment never comes.
  fileprivate func search(_ moments: [Trace.Moment]) throws -> Search {
    var events: [Evidence] = []
    for moment in moments {
      do {
        events.append(try moment.evidence(in: self))
      } catch {
        // That nothing looked is no fact about the operation.
        guard !moment.isLook, try moment.find(in: self) == nil else { throw error }
        let end = try Trace.Moment.settled(moment.subject).evidence(in: self)
        return .missing(.init(false, moment.never, events + [end]))
      }
    }
    return .found(events)
  }

  /// What was changed of an operation after it was added, in words.
  fileprivate func laterChange(of name: String, priority: Bool, dependencies: Bool) -> Phrase? {
    let change = all(.noted, of: name).first {
      switch $0.fact {
      case .priority: priority
      case .removedDependency: dependencies
      default: false
      }
    }
    return change.map { "later, \($0.notePhrase)" }
  }
}

extension Trace.Event.Enqueueing {
  /// What is otherwise than asked, in words. `nil` stands for anything.
  fileprivate func difference(
    queue: String?, width: Int?, slots: Int?, isSuspended: Bool?, priority: Int?,
    dependencies: [String]?
  ) -> Phrase? {
    if let queue, queue != self.queue { return "added to '\(self.queue)', not '\(queue)'" }
    if let width, width != self.width { return "the width was \(self.width), not \(width)" }
    if let slots, 0..<slots ~= self.width { return "the width was \(self.width), not \(slots)" }
    if let isSuspended, isSuspended != self.isSuspended {
      return self.isSuspended ? "the queue was suspended" : "the queue was not suspended"
    }
    if let priority, priority != self.priority {
      return "the priority was \(self.priority), not \(priority)"
    }
    if let dependencies, dependencies != self.dependencies {
      let those: Phrase = self.dependencies.isEmpty ? "nothing" : "\(names: self.dependencies)"
      return "depended on \(those)"
    }
    return nil
  }
}

// Conditions on what the course's programs record about themselves, and on how they end.
extension Trace.Condition {
  /// The subject records exactly these marks, in this order. That it records none is decided by the
  /// last look when the process is idle.
  package static func marks(_ marks: [Trace.Event.Mark], by name: String) -> Self {
    let words = marks.map(\.phrase).joined { "\($0), \($1)" }
    return Self("\(name): \(words.isEmpty ? "nothing" : words)") { run in
      let events = run.all(.noted, of: name).filter { $0.mark != nil }
      guard let first = events.first else {
        guard marks.isEmpty else {
          throw MissingEvidence.event(.noted, subject: name, program: run.program)
        }
        guard let look = run.all(.settled).last else {
          throw MissingEvidence.premise("the process was seen idle", program: run.program)
        }
        return Outcome(true, "\(name): nothing", [look])
      }
      let seen = events.map(\.notePhrase).joined { "\($0), \($1)" }
      return Outcome(events.map(\.mark) == marks, "\(first.subject): \(seen)", events)
    }
  }

  /// An event of that moment has this fact.
  package static func fact(_ fact: Trace.Event.Fact, at moment: Trace.Moment) -> Self {
    Self("\(moment.phrase): \(fact.phrase)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(event.fact == fact, "\(moment.subject): \(event.notePhrase)", [event])
    }
  }

  /// Each progress that was reported is of more bytes than the one before.
  package static func progressGrows(of name: String) -> Self {
    Self("each progress of \(name) is of more bytes") { run in
      let events = run.all(.progressed, of: name)
      if events.isEmpty {
        throw MissingEvidence.event(.progressed, subject: name, program: run.program)
      }
      let counts = events.compactMap {
        if case .bytes(let received, _) = $0.fact { received } else { nil }
      }
      let grows = zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }
      return Outcome(
        grows && counts.count == events.count,
        "\(name): \(events.map(\.notePhrase).joined { "\($0), \($1)" })", events)
    }
  }

  /// At the end of the run the queue's `maxConcurrentOperationCount` is still this.
  package static func keepsWidth(_ width: Int, _ queue: String) -> Self {
    Self("the width of '\(queue)' was \(width) to the end") { run in
      Outcome(run.snapshot?.queues.first { $0.name == queue }?.width == width, "", [])
    }
  }

  /// No thread waits in a blocking call during the run.
  package static let noThreadWaits = Self("no thread waits in a blocking call") { run in
    Outcome(run.all(.waiting).isEmpty, "", [])
  }

  /// The program ends like this.
  package static func ends(_ outcome: Run.Outcome) -> Self {
    Self("the program \(text: outcome.rawValue)") { run in
      let last = run.trace.events.last.map { Evidence(program: run.program, event: $0) }
      return Outcome(
        run.outcome == outcome, "the program \(text: run.outcome.rawValue)",
        [last].compactMap { $0 })
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

  /// The process ends with a fatal error at that moment: nothing else happens on its thread.
  ///
  /// - Parameter phrase: what the message of the error contains. A trap with another message
  ///   decides nothing.
  package static func traps(at moment: Trace.Moment, saying phrase: String) -> Self {
    Self("it traps when \(moment.phrase), saying '\(phrase)'") { run in
      let event = try moment.evidence(in: run)
      guard run.outcome == .traps else { return Outcome(false, "the process went on", [event]) }
      let last = run.trace.events.last { $0.thread == event.thread }
      try run.require(event.event == last, "nothing else happens on the thread of the trap")
      let message = run.fatalMessage ?? "nothing"
      try run.require(message.contains(phrase), "the trap says '\(phrase)'; it says '\(message)'")
      return Outcome(true, "it trapped: \(message)", [event])
    }
  }
}
