import OperationLab

extension Trace.Condition {
  /// A check of its own on the events of these moments.
  ///
  /// - Parameters:
  ///   - words: what must be so.
  ///   - moments: each must come, or nothing is decided.
  ///   - isSo: a pure function of the run and of the events, in the order of the moments.
  package static func check(
    _ words: String, at moments: Trace.Moment...,
    isSo: @escaping @Sendable (Run, [Evidence]) throws -> Bool
  ) -> Self {
    Self(words) { run in
      let events = try moments.map { try $0.evidence(in: run) }
      let holds = try isSo(run, events)
      return Outcome(holds, holds ? words : "not so: \(words)", events)
    }
  }
}
