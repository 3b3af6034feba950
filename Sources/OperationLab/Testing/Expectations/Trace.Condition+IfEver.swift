import OperationLab

extension Trace.Condition {
  /// If the moment comes, the condition holds. That it never comes is decided by how its subject
  /// stands when the process is idle at the end.
  package static func ifEver(_ moment: Trace.Moment, _ condition: Trace.Condition) -> Self {
    Self("if \(moment.words): \(condition.words)") { run in
      if (try? moment.evidence(in: run)) != nil { return try condition.outcome(in: run) }
      let end = try Trace.Moment.settled(moment.subject).evidence(in: run)
      return Outcome(true, "never: \(moment.words)", [end])
    }
  }
}
