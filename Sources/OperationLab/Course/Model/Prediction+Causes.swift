import OperationLab
import OperationTesting
// The question why an operation does not run or does not end, answered by the diagnosis of the run.
extension Prediction {
  /// Why an operation has not finished at the end of the run.
  package static func why(_ question: String, _ subject: String) -> Prediction {
    Prediction(question, .choice(Reason.allCases.map(\.rawValue)), whyUnfinished: subject) { run in
      guard let finding = run.diagnosis[subject], let reason = Reason(finding, in: run) else {
        throw MissingEvidence.premise(
          "\(subject) has not finished, for a known reason", program: run.program)
      }
      return Result(reason.rawValue, [finding.since ?? finding.started].compactMap { $0 })
    }
  }

  /// An answer in plain words. There are nine at most, because a learner chooses with one key.
  private enum Reason: String, CaseIterable {
    case noFreeSlot = "its queue has no free slot"
    case suspended = "its queue is suspended"
    case dependency = "a dependency is not finished"
    case itself = "it waits for itself, directly or through others"
    case notReady = "it is not ready, although no dependency is unfinished"
    case neverStarted = "it is in no queue, and its start() is never called"
    case threadBlocked = "the thread that must run it is blocked"
    case unfinished = "it was started and does not report isFinished"
    case changeMissed = "its queue missed a change of its state"

    /// The answer that is true of a finding, or `nil` where the run does not show the reason.
    init?(_ finding: Diagnosis.Finding, in run: Run) {
      var cause = finding.cause
      if cause == .cancelledNotFinished, finding.presence == nil {
        // What keeps a cancelled operation from being started is listed besides.
        cause = finding.besides.first ?? .neverStarted
      }
      switch cause {
      case .noFreeSlot, .outranked: self = .noFreeSlot
      case .suspended: self = .suspended
      case .cycle, .blocksItself: self = .itself
      case .blocked, .mainThreadBlocked: self = .threadBlocked
      case .silent, .cancelledNotFinished: self = .unfinished
      case .finishNotAnnounced: self = .changeMissed
      case .dependency, .notReady:
        self = Self.hasUnfinishedDependency(finding.subject, in: run) ? .dependency : .notReady
      case .readinessNotAnnounced:
        // A barrier block may hold it back. The trace does not show whether the block has run.
        if finding.besides.contains(.barrier) { return nil }
        let state = run.snapshot?.operation(finding.subject)?.state ?? []
        self = state.contains(.ready) ? .changeMissed : .notReady
      case .neverStarted:
        // A queue that the bench does not know may hold it.
        guard finding.queue == nil, run.all(.enqueued, of: finding.subject).isEmpty else {
          return nil
        }
        self = .neverStarted
      case .barrier, .lastSeen: return nil
      }
    }

    /// A dependency that finished without a notification holds an operation back as well.
    private static func hasUnfinishedDependency(_ subject: String, in run: Run) -> Bool {
      guard let snapshot = run.snapshot, let operation = snapshot.operation(subject) else {
        return false
      }
      return operation.dependencies.contains {
        snapshot.operation($0)?.state.contains(.finished) == false
      }
    }
  }
}
