import OperationDoctor
import OperationLab

extension Trace {
  /// A moment of a run, described by the event that happens at it.
  ///
  /// ```swift
  /// .started("pour")                          // the first time that start() of pour is called
  /// .settled("pour")                          // how pour stands when the process is idle at the end
  /// .observed("pour").after(.cancelled("pour"))
  /// ```
  ///
  /// Each moment is the first of its kind, unless ``last``, ``after(_:)`` or ``before(_:)`` chooses
  /// another. The names are those that the ``Bench`` was given.
  public struct Moment: Sendable {
    package let subject: String
    let kind: Event.Kind
    /// That it happens, and that it never does, whichever of them it is.
    private let event: (happens: Phrase, never: Phrase)
    private let matches: @Sendable (Event) -> Bool
    private var which = Which.first

    /// Which of the events that match.
    private indirect enum Which: Sendable {
      case first
      case last
      case after(Moment)
      case before(Moment)

      /// The words for an event of them.
      func of(_ event: Phrase) -> Phrase {
        switch self {
        case .first: event
        case .last: "\(event) for the last time"
        case .after(let moment): "\(event) after \(moment.phrase)"
        case .before(let moment): "\(event) before \(moment.phrase)"
        }
      }
    }

    init(
      _ kind: Event.Kind, of subject: String, _ happens: Phrase, _ never: Phrase,
      where matches: @escaping @Sendable (Event) -> Bool = { _ in true }
    ) {
      self.kind = kind
      self.subject = subject
      event = (happens, never)
      self.matches = matches
    }

    /// What happens, in words that stand in a sentence, such as `boil finished`.
    package var phrase: Phrase {
      if case (.settled, .last) = (kind, which) { return "\(event.happens) at the end" }
      return which.of(event.happens)
    }

    /// The same in English.
    package var words: String { phrase.english }

    /// That it does not happen, such as `boil never finished`.
    var never: Phrase {
      if case .last = which { return event.never }
      return which.of(event.never)
    }

    /// Its subject, and those of the moments that it is before or after.
    var names: [String] {
      switch which {
      case .first, .last: [subject]
      case .after(let moment), .before(let moment): [subject] + moment.names
      }
    }

    /// When that is, in words that end a sentence about its subject, such as `at the end`.
    var time: Phrase {
      switch (kind, which) {
      case (.settled, .last): "at the end"
      case (.settled, _): which.of("when the process was idle")
      case (.observed, _): which.of("when its state was read")
      default: "when \(phrase)"
      }
    }

    /// Whether it is a look at its subject. That there was no look says nothing about the subject.
    var isLook: Bool { kind == .settled || kind == .observed }

    /// The last such moment instead of the first.
    public var last: Moment { copy(.last) }

    /// The first such moment after that one.
    public func after(_ moment: Moment) -> Moment { copy(.after(moment)) }

    /// The last such moment before that one.
    public func before(_ moment: Moment) -> Moment { copy(.before(moment)) }

    private func copy(_ which: Which) -> Moment {
      var copy = self
      copy.which = which
      return copy
    }

    /// The event in a run.
    ///
    /// - Throws: ``MissingEvidence`` when there is none.
    package func evidence(in run: Run) throws -> Evidence {
      guard let event = try find(in: run) else {
        throw MissingEvidence.premise(phrase, program: run.program)
      }
      return event
    }

    /// The event in a run. `nil` if there is none.
    ///
    /// - Throws: ``MissingEvidence`` when another may still come, and it would be that.
    package func find(in run: Run) throws -> Evidence? {
      let events = try each(in: run)
      switch which {
      case .first, .after: return events.first
      case .before: return events.last
      case .last:
        if !events.isEmpty { try run.requireEnd() }
        return events.last
      }
    }

    /// Each event of the run that is like this moment, and after or before the other one if there is one.
    ///
    /// - Throws: ``MissingEvidence`` when the other one may still come.
    func each(in run: Run) throws -> [Evidence] {
      let events = all(in: run)
      switch which {
      case .first, .last: return events
      case .after(let moment):
        return try moment.find(in: run).map { other in events.filter { $0.seq > other.seq } } ?? []
      case .before(let moment):
        return try moment.find(in: run).map { other in events.filter { $0.seq < other.seq } } ?? []
      }
    }

    /// That it comes so many times, such as `boil: began twice`.
    func counted(_ times: Phrase) -> Phrase {
      let words: Phrase = "\(subject): \(text: kind.rawValue) \(times)"
      if case .last = which { return words }
      return which.of(words)
    }

    /// Each event of the run that is like this moment, whichever is chosen of them.
    package func all(in run: Run) -> [Evidence] {
      run.trace.events
        .filter { $0.kind == kind && $0.subject == subject && matches($0) }
        .map { Evidence(program: run.program, event: $0) }
    }
  }
}

// The moments of operations.
extension Trace.Moment {
  /// The operation is added to that queue. To any queue if it is `nil`.
  ///
  /// Recorded just before Foundation adds it, on the thread that adds it.
  public static func added(_ name: String, to queue: String? = nil) -> Self {
    let place: Phrase = queue.map { "'\($0)'" } ?? "a queue"
    return Self(
      .enqueued, of: name, "\(name) was added to \(place)", "\(name) was never added to \(place)"
    ) { queue == nil || $0.enqueueing?.queue == queue }
  }

  /// `start()` is called, on the thread of this moment.
  public static func started(_ name: String) -> Self {
    Self(.started, of: name, "start() of \(name) was called", "start() of \(name) was never called")
  }

  /// `start()` is about to return.
  public static func returned(_ name: String) -> Self {
    Self(.returned, of: name, "start() of \(name) returned", "start() of \(name) never returned")
  }

  /// The work begins: the block of ``Bench/block(_:_:)``, or ``Bench/Log/during(_:)``.
  public static func began(_ name: String) -> Self {
    Self(.began, of: name, "\(name) began", "\(name) never began")
  }

  /// The work has ended.
  public static func ended(_ name: String) -> Self {
    Self(.ended, of: name, "\(name) ended", "\(name) never ended")
  }

  /// `cancel()` is called, or `cancelAllOperations()` if the name is a queue's.
  public static func cancelled(_ name: String) -> Self {
    Self(.cancelled, of: name, "\(name) was cancelled", "\(name) was never cancelled")
  }

  /// The operation has set its own `isFinished`, and is about to post the notification.
  package static func finished(_ name: String) -> Self {
    Self(.finished, of: name, "\(name) reported finished", "\(name) never reported finished")
  }

  /// The operation posts a KVO notification for that key, such as `isFinished`.
  package static func announced(_ key: String, by name: String) -> Self {
    Self(.announced, of: name, "\(name) posted \(key)", "\(name) never posted \(key)") {
      $0.fact == .key(path: key)
    }
  }

  /// The completion block runs.
  package static func completed(_ name: String) -> Self {
    Self(
      .completed, of: name, "the completion block of \(name) ran",
      "the completion block of \(name) never ran")
  }

  /// The object is deallocated.
  package static func released(_ name: String) -> Self {
    Self(.released, of: name, "\(name) was deallocated", "\(name) was never deallocated")
  }

  /// The process was idle, so that nothing more could happen, and the operation's state was read:
  /// the last time, or the first time after that moment.
  ///
  /// ``Bench/settle(deadline:)`` records it.
  public static func settled(_ name: String, after moment: Self? = nil) -> Self {
    let settled = Self(
      .settled, of: name, "\(name) was seen when the process was idle",
      "\(name) was never seen when the process was idle")
    return moment.map(settled.after) ?? settled.last
  }

  /// ``Bench/observe(_:note:)`` read the operation's state.
  public static func observed(_ name: String) -> Self {
    Self(
      .observed, of: name, "the state of \(name) was read", "the state of \(name) was never read")
  }
}

// The moments of queues and gates.
extension Trace.Moment {
  /// The queue is suspended.
  public static func suspended(_ queue: String) -> Self {
    Self(.suspended, of: queue, "'\(queue)' was suspended", "'\(queue)' was never suspended")
  }

  /// The queue is resumed.
  public static func resumed(_ queue: String) -> Self {
    Self(.resumed, of: queue, "'\(queue)' was resumed", "'\(queue)' was never resumed")
  }

  /// The gate is opened.
  public static func opened(_ gate: String) -> Self {
    Self(.opened, of: gate, "'\(gate)' opened", "'\(gate)' never opened")
  }
}

// Moments that only programs of the package record.
extension Trace.Moment {
  /// A thread began to wait for that.
  package static func waits(_ name: String, for wait: Trace.Event.Wait) -> Self {
    let fact = Trace.Event.Fact.wait(for: wait)
    return Self(
      .waiting, of: name, "\(name) waited \(fact.phrase)", "\(name) never waited \(fact.phrase)"
    ) { $0.fact == fact }
  }

  /// The program recorded this about itself. A mark without values stands for one with any values.
  package static func marked(_ mark: Trace.Event.Mark, by name: String) -> Self {
    guard !mark.values.isEmpty else { return marked(like: mark, by: name) }
    let fact = Trace.Event.Fact.mark(mark)
    return Self(.noted, of: name, "\(name): \(fact.phrase)", "\(name): never \(fact.phrase)") {
      $0.fact == fact
    }
  }

  /// The program recorded such a mark about itself, with any values.
  package static func marked(like mark: Trace.Event.Mark, by name: String) -> Self {
    Self(.noted, of: name, "\(name): \(mark.phrase)", "\(name): never \(mark.phrase)") {
      $0.mark?.isLike(mark) == true
    }
  }

  /// An event of that kind, with that fact if one is given.
  package static func event(
    _ kind: Trace.Event.Kind, of name: String, _ fact: Trace.Event.Fact? = nil
  ) -> Self {
    let kindOfEvent = Phrase(stringLiteral: kind.rawValue)
    let what: Phrase = fact.map { "\(kindOfEvent) \($0.phrase)" } ?? kindOfEvent
    return Self(kind, of: name, "\(name): \(what)", "\(name): never \(what)") {
      fact == nil || $0.fact == fact
    }
  }

  /// How waiting for a gate ended that ends when nothing else can happen.
  package static func answered(_ name: String, gate: String) -> Self {
    Self(.noted, of: name, "\(name) waited for '\(gate)'", "\(name) never waited for '\(gate)'") {
      if case .answer(gate, _) = $0.fact { true } else { false }
    }
  }

  /// Progress was reported, of however many bytes.
  package static func progressed(_ name: String) -> Self {
    Self(
      .progressed, of: name, "progress of \(name) was reported",
      "progress of \(name) was never reported")
  }
}

extension Trace.Moment {
  /// The process was idle for the first time after the operation was added to a queue, and this was
  /// how the operation stood.
  package static func firstSettled(_ name: String) -> Self {
    .settled(name, after: .added(name))
  }
}
