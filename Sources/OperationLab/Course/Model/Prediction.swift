import OperationDoctor
import OperationLab
import OperationBench

/// A question about a program before it runs. The answer is read from the run, so it is right on
/// every platform and after every change of the program.
package struct Prediction: Sendable {
  /// What is asked, as a sentence.
  package let question: String
  /// What can be answered.
  package let form: Form
  /// The operation whose reason for not finishing is asked for, or `nil` for any other question.
  package private(set) var unfinished: String?
  /// Why it is so, and what refutes the other answers. `nil` where the lesson has no text.
  package internal(set) var explanation: Reasons.Answer?
  /// What can be answered to *Why?*. Empty where that is not asked.
  package internal(set) var why: [Reasons.Reason] = []
  /// The question is about the run until the first of these, or about the whole run if empty.
  package private(set) var moments: [Trace.Moment] = []
  private let judge: @Sendable (Run) throws -> Result

  /// What can be answered.
  package enum Form: Hashable, Sendable {
    /// One of these, in this order.
    case choice([String])
    /// A whole number, 0 or more.
    case number
  }

  /// The answer, and the events that show it.
  package struct Result: Hashable, Sendable {
    /// One of the choices, or a number in digits.
    package let answer: String
    /// The deciding events. Empty where only the end of the run decides.
    package let evidence: [Event]

    /// An answer and what shows it.
    package init(_ answer: String, _ evidence: [Event]) {
      self.answer = answer
      self.evidence = evidence
    }

    /// Whether what was asked for is in no event of the run, nor anything else of the same subject.
    package var isAbsent: Bool { answer == Prediction.no && evidence.isEmpty }
  }

  /// A question about a run that has not happened yet.
  ///
  /// - Parameters:
  ///   - question: as a sentence.
  ///   - form: which answers there are.
  ///   - judge: a pure function of the run. It throws ``MissingEvidence`` when the run does not
  ///     contain what the question is about.
  package init(
    _ question: String, _ form: Form, judge: @escaping @Sendable (Run) throws -> Result
  ) {
    self.question = question
    self.form = form
    self.judge = judge
  }

  /// A question why an operation has not finished.
  init(
    _ question: String, _ form: Form, whyUnfinished subject: String,
    judge: @escaping @Sendable (Run) throws -> Result
  ) {
    self.init(question, form, judge: judge)
    unfinished = subject
  }

  /// The same question, asked of the run as it is when the first of these moments comes.
  package func by(_ moments: [Trace.Moment]) -> Prediction {
    var prediction = self
    prediction.moments = moments
    return prediction
  }

  /// The event of the moment that the question names. `nil` if that is the end of the run.
  ///
  /// - Throws: ``MissingEvidence`` when the run does not come to that moment.
  package func lastEvent(in run: Run) throws -> Event? {
    let found = try moments.compactMap { try $0.find(in: run)?.event }.min { $0.seq < $1.seq }
    guard found == nil, let first = moments.first else { return found }
    throw MissingEvidence.premise(first.phrase, program: run.program)
  }

  /// What the run answers. `nil` when it does not contain what the question is about.
  package func result(of run: Run) -> Result? {
    do {
      guard let last = try lastEvent(in: run) else { return try judge(run) }
      var past = run
      past.trace = Trace(run.trace.events.filter { $0.seq <= last.seq })
      let result = try judge(past)
      let showsLast = result.evidence.contains { $0.seq == last.seq }
      return Result(result.answer, result.evidence + (showsLast ? [] : [last]))
    } catch { return nil }
  }
}

// The questions that can be asked of any run.
extension Prediction {
  static let completes = "it completes"
  static let hangs = "it hangs"
  static let dies = "its process dies"
  static let yes = "yes"
  static let no = "no"
  static let mainThread = "the main thread"
  static let anotherThread = "another thread"

  /// How the program ends: the question for every program that has no better one.
  package static let ending = ending("How does this program end?")

  /// How the program ends.
  package static func ending(_ question: String) -> Prediction {
    Prediction(question, .choice([completes, hangs, dies])) { run in
      let answer =
        switch run.outcome {
        case .completes: completes
        case .hangs: hangs
        case .traps, .exits: dies
        }
      let stuck = run.diagnosis.findings.compactMap { $0.lastSeen ?? $0.started }.prefix(3)
      return Result(answer, run.outcome == .completes ? [] : stuck.compactMap(run.trace.event))
    }
  }

  /// How many subjects have such an event. Of all, or of these.
  package static func count(
    _ question: String, _ kind: Event.Kind, of subjects: [String]? = nil
  ) -> Prediction {
    Prediction(question, .number) { run in
      var seen: Set<String> = []
      let events = run.trace.events.filter { event in
        event.kind == kind && (subjects?.contains(event.subject) ?? true)
          && seen.insert(event.subject).inserted
      }
      return Result("\(events.count)", events)
    }
  }

  /// How often one of these moments comes.
  package static func times(_ question: String, _ moments: Trace.Moment...) -> Prediction {
    Prediction(question, .number) { run in
      let events = moments.flatMap { $0.all(in: run) }.map(\.event).sorted { $0.seq < $1.seq }
      return Result("\(events.count)", events)
    }
  }

  /// How many are, at one moment, past the first event and not yet at the second.
  package static func atOnce(
    _ question: String, from start: Event.Kind, to end: Event.Kind, of subjects: [String]? = nil
  ) -> Prediction {
    Prediction(question, .number) { run in
      let peak = run.peak(of: subjects, from: start, to: end)
      return Result("\(peak.count)", peak)
    }
  }

  /// Whether the moment ever comes.
  package static func happens(_ question: String, _ moment: Trace.Moment) -> Prediction {
    Prediction(question, .choice([yes, no])) { run in
      if let event = try moment.find(in: run) { return Result(yes, [event.event]) }
      let last = run.trace.events.last { $0.subject == moment.subject }
      return Result(no, [last].compactMap { $0 })
    }
  }

  /// Whether a flag is set in what was read at a moment.
  package static func flag(
    _ question: String, _ flag: OperationState, at moment: Trace.Moment
  ) -> Prediction {
    Prediction(question, .choice([yes, no])) { run in
      let event = try moment.evidence(in: run).event
      return Result(event.state.contains(flag) ? yes : no, [event])
    }.by([moment])
  }

  /// Which of these moments comes first. One that never comes is last.
  package static func first(
    _ question: String, _ moments: (label: String, moment: Trace.Moment)...
  ) -> Prediction {
    first(question, moments)
  }

  /// Which of these moments comes first. One that never comes is last.
  package static func first(
    _ question: String, _ moments: [(label: String, moment: Trace.Moment)]
  ) -> Prediction {
    Prediction(question, .choice(moments.map(\.label))) { run in
      let found = try moments.compactMap { label, moment in
        try moment.find(in: run).map { (label: label, event: $0.event) }
      }.sorted { $0.event.seq < $1.event.seq }
      guard let first = found.first else {
        throw MissingEvidence.premise("one of them happens", program: run.program)
      }
      return Result(first.label, found.map(\.event))
    }
  }

  /// Which of these subjects comes first with such an event.
  package static func first(
    _ question: String, _ kind: Event.Kind, of subjects: [String]
  ) -> Prediction {
    first(question, subjects.map { ($0, .event(kind, of: $0)) })
  }

  /// Which of these marks the subject records first.
  package static func mark(
    _ question: String, of subject: String, _ choices: [(label: String, mark: Event.Mark)]
  ) -> Prediction {
    first(question, choices.map { ($0.label, .marked($0.mark, by: subject)) })
  }

  /// Whether the main thread does it.
  package static func thread(_ question: String, _ moment: Trace.Moment) -> Prediction {
    Prediction(question, .choice([mainThread, anotherThread])) { run in
      let event = try moment.evidence(in: run).event
      return Result(event.thread == "main" ? mainThread : anotherThread, [event])
    }.by([moment])
  }

  /// Whether both happen on one thread.
  package static func sameThread(
    _ question: String, _ first: Trace.Moment, _ second: Trace.Moment
  ) -> Prediction {
    Prediction(question, .choice([yes, no])) { run in
      let events = try [first, second].map { try $0.evidence(in: run).event }
      return Result(events[0].thread == events[1].thread ? yes : no, events)
    }
  }

  /// Which of these lines the process prints first.
  package static func printed(
    _ question: String, _ lines: [String]
  ) -> Prediction {
    Prediction(question, .choice(lines)) { run in
      let printed = run.detail.output.split(whereSeparator: \.isNewline).map(String.init)
      guard let first = printed.first(where: lines.contains) else {
        throw MissingEvidence.premise("it prints one of them", program: run.program)
      }
      return Result(first, [])
    }
  }
}

// The question why an operation does not run or does not end, answered by the diagnosis of the run.
extension Prediction {
  /// Why an operation has not finished at the end of the run.
  package static func why(_ question: String, _ subject: String) -> Prediction {
    Prediction(question, .choice(Reason.allCases.map(\.rawValue)), whyUnfinished: subject) { run in
      guard let finding = run.diagnosis[subject], let reason = Reason(finding, in: run) else {
        throw MissingEvidence.premise(
          "\(subject) has not finished, for a known reason", program: run.program)
      }
      let since = (finding.since ?? finding.started).flatMap(run.trace.event)
      return Result(reason.rawValue, [since].compactMap { $0 })
    }
  }

  /// An answer in plain words. There are nine at most, because a learner chooses with one key.
  private enum Reason: String, CaseIterable {
    case noFreeSlot = "its queue has no free slot"
    case suspended = "its queue is suspended"
    case dependency = "a dependency is not finished"
    case itself = "it waits for itself, directly or through others"
    case notReady = "it is not ready, although no dependency is unfinished"
    case neverStarted = "it is in no queue, and its start() is never called"
    case threadBlocked = "the thread that must run it is blocked"
    case unfinished = "it was started and does not report isFinished"
    case changeMissed = "its queue got no notification of the change"

    /// The answer that is true of a finding, or `nil` where the run does not show the reason.
    init?(_ finding: Diagnosis.Finding, in run: Run) {
      var cause = finding.cause
      if cause == .cancelledNotFinished, finding.presence == nil {
        // The reason why a cancelled operation is not started is listed as well.
        cause = finding.besides.first ?? .neverStarted
      }
      switch cause {
      case .noFreeSlot, .outranked: self = .noFreeSlot
      case .suspended: self = .suspended
      case .cycle, .blocksItself: self = .itself
      case .blocked, .mainThreadBlocked: self = .threadBlocked
      case .silent, .cancelledNotFinished: self = .unfinished
      case .finishNotAnnounced: self = .changeMissed
      case .dependency, .notReady:
        self = Self.hasUnfinishedDependency(finding.subject, in: run) ? .dependency : .notReady
      case .readinessNotAnnounced:
        // A barrier block may hold it back. The trace does not show whether the block has run.
        if finding.besides.contains(.barrier) { return nil }
        let state = run.snapshot?.operation(finding.subject)?.state ?? []
        self = state.contains(.ready) ? .changeMissed : .notReady
      case .neverStarted:
        // A queue that the bench does not know may hold it.
        guard finding.queue == nil, run.all(.enqueued, of: finding.subject).isEmpty else {
          return nil
        }
        self = .neverStarted
      case .notExecuting, .barrier, .lastSeen: return nil
      }
    }

    /// A dependency that finished without a notification holds an operation back as well.
    private static func hasUnfinishedDependency(_ subject: String, in run: Run) -> Bool {
      guard let snapshot = run.snapshot, let operation = snapshot.operation(subject) else {
        return false
      }
      return operation.dependencies.contains {
        snapshot.operation($0)?.state.contains(.finished) == false
      }
    }
  }
}
