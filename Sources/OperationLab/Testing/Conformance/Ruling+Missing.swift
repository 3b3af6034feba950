import OperationLab

extension Ruling {
  /// Undecided: what would decide is not there. The words are for somebody who knows the trial, not
  /// the events.
  init(lacking evidence: MissingEvidence) {
    switch evidence {
    case .run(let trial):
      self.init(.undecided, "trial '\(trial)' was not run", [])
    case .premise: self.init(.undecided, "\(evidence)", [])
    case .event(let kind, let subject, let trial):
      self.init(.undecided, Self.words(for: kind, subject, trial), [])
      // Where the wait for rest was given up, nothing is known to have gone wrong.
      if kind != .settled { fault = why }
      doubtful = trial
    }
  }

  private static func words(for kind: Event.Kind, _ subject: String, _ trial: String) -> String {
    switch (kind, subject) {
    case (.finished, _): "in trial '\(trial)' it never finished, which other rules are about"
    case (.settled, _): "in trial '\(trial)' it did not come to rest in time"
    case (.began, Probe.subject): "in trial '\(trial)' it never began its work"
    case (.ended, Probe.subject): "in trial '\(trial)' its work never ended"
    default:
      "trial '\(trial)' did not get as far as to show it (no '\(kind.rawValue)' of \(subject))"
    }
  }
}
