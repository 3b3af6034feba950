import OperationLab
import OperationBench

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
