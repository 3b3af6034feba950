import OperationLab

// What programs record about themselves.
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
        return Outcome(true, "\(name): nothing", [try run.lastIdleLook()])
      }
      let seen = events.map(\.note).joined(separator: ", ")
      return Outcome(events.map(\.mark) == marks, "\(first.subject): \(seen)", events)
    }
  }

  /// The moment has not come when that look is taken, nor does it come later. For what happens to a
  /// subject that is no operation, so that no look is at it.
  package static func never(_ moment: Trace.Moment, until look: Trace.Moment) -> Self {
    Self("never: \(moment.words)") { run in
      if let event = try? moment.evidence(in: run) { return Outcome(false, moment.words, [event]) }
      return Outcome(true, "never: \(moment.words)", [try look.evidence(in: run)])
    }
  }

  /// No wait ended before what it waited for.
  package static var noTimeout: Self {
    Self("no wait timed out") { run in
      let timeouts = run.all(.timedOut)
      return Outcome(timeouts.isEmpty, timeouts.isEmpty ? "" : "a wait timed out", timeouts)
    }
  }
}

extension Run {
  /// The last time that the state of anything was read while the process was idle.
  ///
  /// - Throws: ``MissingEvidence`` if it never was.
  fileprivate func lastIdleLook() throws -> Evidence {
    guard let look = all(.settled).last else {
      throw MissingEvidence.premise("the process was seen idle", program: program)
    }
    return look
  }
}
