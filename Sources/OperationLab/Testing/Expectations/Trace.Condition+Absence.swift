import OperationLab

// What has not happened at a moment, and what happens nowhere in a run.
extension Trace.Condition {
  /// The first moment has not come when the second does. It may come later, or never.
  package static func notYet(_ moment: Trace.Moment, at later: Trace.Moment) -> Self {
    Self("not yet when \(later.words): \(moment.words)") { run in
      let event = try later.evidence(in: run)
      let early = (try? moment.evidence(in: run)).flatMap { $0.seq < event.seq ? $0 : nil }
      let words = early == nil ? "\(later.words) first" : "\(moment.words) before \(later.words)"
      return Outcome(early == nil, words, [early, event].compactMap { $0 })
    }
  }

  /// No thread waits in a blocking call during the run.
  package static let noThreadWaits = Self("no thread waits in a blocking call") { run in
    Outcome(run.all(.waiting).isEmpty, "", [])
  }
}
