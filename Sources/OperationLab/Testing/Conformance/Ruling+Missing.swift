import OperationLab

extension Ruling {
  /// Undecided: what would decide is not there.
  init(lacking evidence: MissingEvidence) {
    self.init(.undecided, .lacking(evidence), [])
    guard case .event(let kind, _, let trial) = evidence else { return }
    // Where the wait for rest was given up, nothing is known to have gone wrong.
    if kind != .settled { fault = reason }
    doubtful = trial
  }
}
