import Foundation
import OperationLab

// What claims ask of the course's programs: what they record about themselves, and how they end.
extension Trace.Condition {
  /// The subject records exactly these marks, in this order. That it records none is decided by the
  /// last look when the process is idle.
  package static func marks(_ marks: [Trace.Event.Mark], by name: String) -> Self {
    let words = marks.map { Trace.Event.Fact.mark($0).words }.joined(separator: ", ")
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
      let seen = events.map(\.note).joined(separator: ", ")
      return Outcome(events.map(\.mark) == marks, "\(first.subject): \(seen)", events)
    }
  }

  /// An event of that moment has this fact.
  package static func fact(_ fact: Trace.Event.Fact, at moment: Trace.Moment) -> Self {
    Self("\(moment.words): \(fact.words)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(event.fact == fact, "\(moment.subject): \(event.note)", [event])
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
        "\(name): \(events.map(\.note).joined(separator: ", "))", events)
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

  /// The process ends with a fatal error at that moment: nothing else happens on its thread.
  ///
  /// - Parameter phrase: what the message of the error contains. A trap with another message
  ///   decides nothing.
  package static func traps(at moment: Trace.Moment, saying phrase: String) -> Self {
    Self("it traps when \(moment.words), saying '\(phrase)'") { run in
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
