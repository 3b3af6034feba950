import OperationBench
import OperationDoctor
import OperationLab

/// Something that a mended exercise fulfils, decided from the traces of its scenes, and the message
/// for a file that misses it.
package struct Requirement: Sendable {
  /// Names it within its exercise. A half-fix that is refuted by it goes by the same name.
  package let id: String
  /// The statement that is true of a mended exercise.
  package let statement: String
  /// The message when it is refuted: what works now, and what does not.
  let message: String
  /// Messages for runs that show a cause, which `message` then need not be right about.
  private(set) var causes: [(condition: Trace.Condition, message: String)] = []
  /// Whether it is about a trap. A trap does not decide other requirements.
  var explainsTraps = false
  private let scenarios: [Scenario]

  /// In the vocabulary of claims: what is presupposed and what is expected in some scenes.
  ///
  /// - Parameters:
  ///   - id: unique within its exercise.
  ///   - statement: what is so in a mended exercise.
  ///   - message: what to say to a learner for whom it is not so.
  ///   - scenarios: a scene each. All of them must go well.
  init(
    _ id: String, _ statement: String, otherwise message: String, _ scenarios: [Scenario]
  ) {
    self.id = id
    self.statement = statement
    self.message = message
    self.scenarios = scenarios
  }

  /// The same is presupposed and expected in each of these scenes.
  ///
  /// - Parameters:
  ///   - scenes: their names.
  ///   - premises: what must be so for a scene to decide.
  ///   - expectations: what is so in a mended exercise.
  init(
    _ id: String, _ statement: String, otherwise message: String, in scenes: String...,
    given premises: [Trace.Condition] = [], expect expectations: [Trace.Condition]
  ) {
    self.init(
      id, statement, otherwise: message,
      scenes.map { Scenario($0, given: premises, expect: expectations) })
  }

  /// Words for what a view asks, and whoever misses it in these worlds.
  init(
    _ id: String, _ look: Look, in worlds: String..., given premises: [Trace.Condition] = [],
    otherwise message: String
  ) {
    let expectations = [look.condition].compactMap { $0 }
    self.init(
      id, look.id, otherwise: message,
      worlds.map { Scenario($0, given: premises, expect: expectations) })
  }

  /// In each of these scenes those pieces of work are done once.
  static func once(
    _ scenes: KeyValuePairs<String, [String]>, id: String = "once", otherwise message: String
  ) -> Self {
    Self(
      id, "each piece of work is done once", otherwise: message,
      scenes.map { Scenario($0.key, given: [], expect: [.once($0.value)]) })
  }

  /// The names of the scenes that decide it.
  var scenes: [String] { scenarios.map(\.program) }

  /// The same with another message for a run in which that is so, because it shows another cause.
  func says(_ message: String, if condition: Trace.Condition) -> Self {
    var copy = self
    copy.causes.append((condition, message))
    return copy
  }

  /// The message when that run refutes it.
  package func message(in run: Run?) -> String {
    // A condition that the run does not decide shows no cause.
    causes.first { cause in
      run.flatMap { try? cause.condition.outcome(in: $0).holds } == true
    }?.message ?? message
  }

  /// The verdict on these runs: that of the first scene that refutes it, or else of the first that
  /// decides nothing, with what is missing.
  func judgement(on runs: Runs) -> Judgement {
    let all = scenarios.map { scenario in
      do {
        return try [scenario].judgement(on: runs)
      } catch {
        let missing = (error as? MissingEvidence)?.told ?? "\(String(describing: error))"
        return Judgement(.undecided, missing, [])
      }
    }
    return all.first { $0.verdict == .refuted } ?? all.first { $0.verdict == .undecided }
      ?? Judgement(.confirmed, "so in each scene", all.flatMap(\.evidence))
  }
}

extension MissingEvidence {
  /// What is missing, for a learner, who knows of no programs.
  fileprivate var told: Phrase {
    switch self {
    case .run: return "it was not tried"
    case .event(let kind, let subject, _):
      let event = Event(seq: 0, ns: 0, thread: "", subject: subject, kind: kind)
      return "this never happened: \(event.subject): \(event.phrase)"
    case .premise(let premise, _): return "this was not so: \(premise)"
    }
  }
}

// Conditions of exercises only. A learner's work is no operation of the bench, so the idle state at
// the end decides that an event never happened.
extension Run {
  /// The last event of a run in which nothing could happen any more.
  ///
  /// - Throws: ``MissingEvidence`` when that is not known.
  func rest() throws -> Evidence {
    try require(snapshot?.ending == .quiet, "the process became idle")
    guard let last = trace.events.last else {
      throw MissingEvidence.premise("anything happened at all", program: program)
    }
    return Evidence(program: program, event: last)
  }
}

extension Trace.Condition {
  /// The moment comes. If there is another one, before that.
  static func comes(_ moment: Trace.Moment, before other: Trace.Moment? = nil) -> Self {
    Self(other.map { "\(moment.phrase) before \($0.phrase)" } ?? moment.phrase) { run in
      let event = try? moment.evidence(in: run)
      let end = try other.flatMap { try? $0.evidence(in: run) } ?? (event ?? run.rest())
      return Outcome(
        event.map { $0.seq <= end.seq } ?? false, "", [event, end].compactMap { $0 })
    }
  }

  /// The subject has recorded exactly these marks, in this order.
  static func told(_ marks: [Trace.Event.Mark], _ caller: String) -> Self {
    Self("\(caller) is told \(marks.map(\.pattern))") { run in
      let events = run.all(.noted, of: caller)
      return Outcome(
        events.map(\.mark) == marks, "\(caller) is told \(events.map(\.note))",
        events + (events.count < marks.count || marks.isEmpty ? [try run.rest()] : []))
    }
  }

  /// There are so many such events: in all, or until that moment.
  static func count(
    _ count: Int, _ kind: Trace.Event.Kind = .began, of name: String,
    until moment: Trace.Moment? = nil
  ) -> Self {
    Self("\(name): \(kind.rawValue) \(count)×") { run in
      let end = try moment?.evidence(in: run) ?? run.rest()
      let events = run.all(kind, of: name).filter { $0.seq <= end.seq }
      return Outcome(
        events.count == count, "\(name): \(kind.rawValue) \(events.count)×", events + [end])
    }
  }

  /// The subject never records that mark. The moment shows that the run lasted long enough.
  static func unmarked(_ mark: Trace.Event.Mark, by name: String, at moment: Trace.Moment) -> Self {
    Self("not: \(name), \(mark.pattern)") { run in
      let marks = run.all(.noted, of: name).filter { $0.mark == mark }
      return Outcome(marks.isEmpty, "", marks + [try moment.evidence(in: run)])
    }
  }
}
