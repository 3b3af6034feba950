import OperationLab
import OperationTesting

// The question why something does not run, answered by the diagnosis of the run.
extension Prediction {
  /// Why an operation is not over in the end.
  package static func why(_ question: String, _ subject: String) -> Prediction {
    Prediction(question, .choice(reasons.map(\.label))) { run in
      guard let finding = run.diagnosis[subject],
        let reason = reasons.first(where: { $0.causes.contains(finding.cause) })
      else {
        throw MissingEvidence.premise("\(subject) is stuck", program: run.program)
      }
      return Result(reason.label, [finding.since ?? finding.started].compactMap { $0 })
    }
  }

  private static let reasons: [(label: String, causes: Set<Diagnosis.Cause>)] = [
    ("others hold every slot of its queue", [.noFreeSlot, .outranked]),
    ("it started and never says that it is finished", [.silent, .finishNotAnnounced]),
    ("a dependency is not finished", [.dependency, .notReady, .readinessNotAnnounced]),
    ("it waits, through others, for itself", [.cycle, .blocksItself]),
    ("its thread waits for something", [.blocked, .mainThreadBlocked]),
    ("its queue is suspended", [.suspended]),
    ("nobody calls its start()", [.neverStarted, .cancelledNotFinished, .barrier, .lastSeen]),
  ]
}
