import OperationLab

extension Trace.Condition {
  /// One of these holds, even if the run does not decide the others.
  package static func either(_ conditions: Trace.Condition...) -> Self {
    Self(conditions.map(\.words).joined(separator: ", or ")) { run in
      var failed: [Outcome] = []
      var missing: (any Error)?
      for condition in conditions {
        do {
          let outcome = try condition.outcome(in: run)
          if outcome.holds { return outcome }
          failed.append(outcome)
        } catch {
          missing = error
        }
      }
      if let missing { throw missing }
      return Outcome(
        false, failed.map(\.seen).joined(separator: "; "), failed.flatMap(\.evidence))
    }
  }
}
