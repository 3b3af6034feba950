import OperationLab

extension Trace {
  /// A moment of a run, described by the event that happens at it.
  ///
  /// ```swift
  /// .started("pour")                          // the first time that start() of pour is called
  /// .announced("isFinished", by: "boil")      // the first such KVO notification
  /// .settled("pour")                          // how pour stands when the process is idle at the end
  /// .observed("pour").after(.cancelled("pour"))
  /// ```
  package struct Moment: Sendable {
    let subject: String
    let kind: Event.Kind
    private let matches: @Sendable (Event) -> Bool
    private var which = Which.first
    /// What happens, in words that stand in a sentence, such as `boil finished`.
    let words: String
    /// When that is, in words that end a sentence about its subject, such as `at the end`.
    var time: String {
      switch (kind, which) {
      case (.settled, .last): "at the end"
      case (.settled, _): "when the process was idle"
      case (.observed, _): "when it was looked at"
      default: "when \(words)"
      }
    }

    /// Which of the events that match.
    private indirect enum Which: Sendable {
      case first
      case last
      case after(Moment)
      case before(Moment)
    }

    init(
      _ kind: Event.Kind, of subject: String, _ words: String,
      where matches: @escaping @Sendable (Event) -> Bool = { _ in true }
    ) {
      self.kind = kind
      self.subject = subject
      self.words = words
      self.matches = matches
    }

    /// The last such moment instead of the first.
    package var last: Moment { copy(.last) }

    /// The first such moment after that one.
    package func after(_ moment: Moment) -> Moment { copy(.after(moment)) }

    /// The last such moment before that one.
    package func before(_ moment: Moment) -> Moment { copy(.before(moment)) }

    private func copy(_ which: Which) -> Moment {
      var copy = self
      copy.which = which
      return copy
    }

    /// The event in a run.
    ///
    /// - Throws: ``MissingEvidence`` when there is none.
    func evidence(in run: Run) throws -> Evidence {
      let events = run.trace.events.filter {
        $0.kind == kind && $0.subject == subject && matches($0)
      }
      let event =
        switch which {
        case .first: events.first
        case .last: events.last
        case .after(let moment):
          try { seq in events.first { $0.seq > seq } }(moment.evidence(in: run).seq)
        case .before(let moment):
          try { seq in events.last { $0.seq < seq } }(moment.evidence(in: run).seq)
        }
      guard let event else {
        throw MissingEvidence.premise(words, program: run.program)
      }
      return Evidence(program: run.program, event: event)
    }
  }
}

// The moments of operations, queues and gates.
extension Trace.Moment {
  /// The operation was added to a queue.
  package static func added(_ name: String) -> Self {
    Self(.enqueued, of: name, "\(name) was added to a queue")
  }

  /// `start()` was called.
  package static func started(_ name: String) -> Self {
    Self(.started, of: name, "start() of \(name) was called")
  }

  /// `start()` returned.
  package static func returned(_ name: String) -> Self {
    Self(.returned, of: name, "start() of \(name) returned")
  }

  /// The work began.
  package static func began(_ name: String) -> Self { Self(.began, of: name, "\(name) began") }

  /// The work ended.
  package static func ended(_ name: String) -> Self { Self(.ended, of: name, "\(name) ended") }

  /// `cancel()` was called, or `cancelAllOperations()` of a queue.
  package static func cancelled(_ name: String) -> Self {
    Self(.cancelled, of: name, "\(name) was cancelled")
  }

  /// The operation set its own `isFinished`.
  package static func finished(_ name: String) -> Self {
    Self(.finished, of: name, "\(name) reported finished")
  }

  /// A KVO notification for that key was posted.
  package static func announced(_ key: String, by name: String) -> Self {
    Self(.announced, of: name, "\(name) posted \(key)") { $0.fact == .key(key) }
  }

  /// The completion block ran.
  package static func completed(_ name: String) -> Self {
    Self(.completed, of: name, "the completion block of \(name) ran")
  }

  /// The object was deallocated.
  package static func released(_ name: String) -> Self {
    Self(.released, of: name, "\(name) was deallocated")
  }

  /// The gate was opened.
  package static func opened(_ gate: String) -> Self { Self(.opened, of: gate, "'\(gate)' opened") }

  /// The queue was suspended.
  package static func suspended(_ queue: String) -> Self {
    Self(.suspended, of: queue, "'\(queue)' was suspended")
  }

  /// The queue was resumed.
  package static func resumed(_ queue: String) -> Self {
    Self(.resumed, of: queue, "'\(queue)' was resumed")
  }

  /// The process was idle, for the last time unless another is asked for, and this was how the
  /// operation stood.
  package static func settled(_ name: String) -> Self {
    Self(.settled, of: name, "\(name) was seen when the process was idle").last
  }

  /// The process was idle for the first time after that moment.
  package static func settled(_ name: String, after moment: Self) -> Self {
    Self(.settled, of: name, "\(name) was seen when the process was idle").after(moment)
  }

  /// The program read the operation's state.
  package static func observed(_ name: String) -> Self {
    Self(.observed, of: name, "the state of \(name) was read")
  }

  /// A thread began to wait for that.
  package static func waits(_ name: String, for wait: Trace.Event.Wait) -> Self {
    let fact = Trace.Event.Fact.wait(wait)
    return Self(.waiting, of: name, "\(name) waited \(fact.words)") { $0.fact == fact }
  }

  /// The program recorded this about itself.
  package static func marked(_ mark: Trace.Event.Mark, by name: String) -> Self {
    let fact = Trace.Event.Fact.mark(mark)
    return Self(.noted, of: name, "\(name): \(fact.words)") { $0.fact == fact }
  }

  /// The program recorded such a mark about itself, with any values.
  package static func marked(like mark: Trace.Event.Mark, by name: String) -> Self {
    Self(.noted, of: name, "\(name): \(mark.pattern)") { $0.mark?.isLike(mark) == true }
  }

  /// An event of that kind with that fact.
  package static func event(
    _ kind: Trace.Event.Kind, of name: String, _ fact: Trace.Event.Fact
  ) -> Self {
    Self(kind, of: name, "\(name): \(kind.rawValue) \(fact.words)") { $0.fact == fact }
  }

  /// How waiting for a gate ended that ends when nothing else can happen.
  package static func answered(_ name: String, gate: String) -> Self {
    Self(.noted, of: name, "\(name) waited for '\(gate)'") {
      if case .answer(gate, _) = $0.fact { true } else { false }
    }
  }
}
