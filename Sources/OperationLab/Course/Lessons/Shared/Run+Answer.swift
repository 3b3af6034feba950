import OperationLab
import OperationTesting

// How judges read what `Bench.wait(_:for:)` has written down, and what else several lessons ask.
extension Run {
  /// What came of waiting for a gate, and the event that says so.
  ///
  /// - Throws: ``MissingEvidence`` when the subject never waited for it.
  func answer(to subject: String, waitingFor gate: String) throws -> (Event.Answer, Evidence) {
    for event in all(.noted, of: subject) {
      if case .answer(gate, let answer) = event.fact { return (answer, event) }
    }
    throw MissingEvidence.premise("\(subject) waited for '\(gate)'", program: program)
  }

  /// Lets a judge go on only if nobody suspended that queue.
  func requireNeverSuspended(_ queue: String) throws {
    try require(all(.suspended, of: queue).isEmpty, "'\(queue)' was never suspended")
  }

  /// Lets a judge go on only if nobody cancelled any of these.
  func requireNotCancelled(_ subjects: String...) throws {
    for subject in subjects {
      let isCancelled = trace.events.contains {
        $0.subject == subject && ($0.kind == .cancelled || $0.state.contains(.cancelled))
      }
      try require(!isCancelled, "\(subject) was not cancelled")
    }
  }

  /// The last event on a thread, without the readings that end every run.
  func lastEvent(on thread: String) -> Event? {
    trace.events.last { $0.kind != .settled && $0.thread == thread }
  }
}
