import OperationLab

extension Trace.Condition {
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
