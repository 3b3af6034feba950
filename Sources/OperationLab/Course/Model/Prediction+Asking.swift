import OperationLab
import OperationTesting

// The questions that can be asked of any run.
extension Prediction {
  static let completes = "it completes"
  static let hangs = "it hangs for ever"
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
      let stuck = run.diagnosis.findings.compactMap { $0.lastSeen ?? $0.started }
      return Result(answer, run.outcome == .completes ? [] : Array(stuck.prefix(3)))
    }
  }

  /// How many subjects have such an event; of all, or of these.
  package static func count(
    _ question: String, _ kind: Event.Kind, of subjects: [String]? = nil,
    _ fact: Event.Fact? = nil
  ) -> Prediction {
    Prediction(question, .number) { run in
      var seen: Set<String> = []
      let events = run.trace.events.filter { event in
        event.kind == kind && (subjects?.contains(event.subject) ?? true)
          && (fact == nil || event.fact == fact) && seen.insert(event.subject).inserted
      }
      return Result("\(events.count)", events)
    }
  }

  /// How often something happens to one subject.
  package static func times(
    _ question: String, _ kind: Event.Kind, of subject: String, _ fact: Event.Fact? = nil
  ) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter {
        $0.kind == kind && $0.subject == subject && (fact == nil || $0.fact == fact)
      }
      return Result("\(events.count)", events)
    }
  }

  /// How many are, at one moment, past the first event and not yet at the second.
  package static func atOnce(
    _ question: String, from start: Event.Kind, to end: Event.Kind, of subjects: [String]? = nil
  ) -> Prediction {
    Prediction(question, .number) { run in
      var inside: [Event] = []
      var peak: [Event] = []
      for event in run.trace.events where subjects?.contains(event.subject) ?? true {
        if event.kind == end { inside.removeAll { $0.subject == event.subject } }
        if event.kind == start, !inside.contains(where: { $0.subject == event.subject }) {
          inside.append(event)
        }
        if inside.count > peak.count { peak = inside }
      }
      return Result("\(peak.count)", peak)
    }
  }

  /// Whether something ever happens to a subject.
  package static func happens(
    _ question: String, _ kind: Event.Kind, of subject: String
  ) -> Prediction {
    let moment = Milestone("", kind, of: subject)
    return Prediction(question, .choice([yes, no])) { run in
      if let event = moment.event(in: run) { return Result(yes, [event]) }
      let last = run.trace.events.last { $0.subject == subject }
      return Result(no, [last].compactMap { $0 })
    }
  }

  /// Whether a flag is set in what was read at a moment.
  package static func flag(
    _ question: String, _ flag: OperationState, at kind: Event.Kind, of subject: String,
    _ fact: Event.Fact? = nil
  ) -> Prediction {
    let moment = Milestone("", kind, of: subject, fact)
    return Prediction(question, .choice([yes, no])) { run in
      guard let event = moment.event(in: run) else {
        throw MissingEvidence.event(kind, subject: subject, program: run.program)
      }
      return Result(event.state.contains(flag) ? yes : no, [event])
    }
  }

  /// Which of these moments comes first; one that never comes is last.
  package static func first(_ question: String, _ moments: Milestone...) -> Prediction {
    Prediction(question, .choice(moments.map(\.label))) { run in
      let found = moments.compactMap { moment in moment.event(in: run).map { (moment.label, $0) } }
      guard let first = found.min(by: { $0.1.seq < $1.1.seq }) else {
        throw MissingEvidence.premise("one of them happens", program: run.program)
      }
      return Result(first.0, found.map(\.1).sorted { $0.seq < $1.seq })
    }
  }

  /// Which of these subjects comes first with such an event.
  package static func first(
    _ question: String, _ kind: Event.Kind, of subjects: [String]
  ) -> Prediction {
    Prediction(question, .choice(subjects)) { run in
      let events = run.trace.events.filter { $0.kind == kind && subjects.contains($0.subject) }
      guard let first = events.first else {
        throw MissingEvidence.premise("one of them happens", program: run.program)
      }
      return Result(first.subject, events)
    }
  }

  /// Whether the main thread does it.
  package static func thread(
    _ question: String, _ kind: Event.Kind, of subject: String
  ) -> Prediction {
    let moment = Milestone("", kind, of: subject)
    return Prediction(question, .choice([mainThread, anotherThread])) { run in
      guard let event = moment.event(in: run) else {
        throw MissingEvidence.event(kind, subject: subject, program: run.program)
      }
      return Result(event.thread == "main" ? mainThread : anotherThread, [event])
    }
  }

  /// Whether two subjects do it on one thread.
  package static func sameThread(
    _ question: String, _ kind: Event.Kind, of first: String, and second: String
  ) -> Prediction {
    let moments = [first, second].map { Milestone("", kind, of: $0) }
    return Prediction(question, .choice([yes, no])) { run in
      let events = moments.compactMap { $0.event(in: run) }
      guard events.count == 2 else {
        throw MissingEvidence.premise("\(first) and \(second) do it", program: run.program)
      }
      return Result(events[0].thread == events[1].thread ? yes : no, events)
    }
  }

  /// Which of these lines the process prints first.
  package static func printed(_ question: String, _ lines: [String]) -> Prediction {
    Prediction(question, .choice(lines)) { run in
      let printed = run.detail.output.split(whereSeparator: \.isNewline).map(String.init)
      guard let first = printed.first(where: lines.contains) else {
        throw MissingEvidence.premise("it prints one of them", program: run.program)
      }
      return Result(first, [])
    }
  }
}
