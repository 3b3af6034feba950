import OperationLab
import OperationTesting

extension Run {
  /// Why an operation, or `program`, is stuck in the end, if it is for the reason that a claim is
  /// about. Any other hang is no evidence.
  ///
  /// - Parameters:
  ///   - subject: the operation's name, or ``Diagnosis/Finding/program``.
  ///   - causes: the reasons that will do.
  ///   - waitsFor: the operations that it must wait for, in any order; `nil` if it does not matter.
  /// - Throws: ``MissingEvidence`` when it is not stuck, or for another reason.
  @discardableResult
  package func stuck(
    _ subject: String, _ causes: Diagnosis.Cause..., waitsFor: [String]? = nil
  ) throws -> Diagnosis.Finding {
    guard let finding = diagnosis[subject], finding.isFinal else {
      throw MissingEvidence.premise("\(subject) is stuck in the end", program: program)
    }
    try require(causes.contains(finding.cause), "\(subject) is stuck because of \(causes[0])")
    if let waitsFor {
      try require(
        Set(finding.waitsFor) == Set(waitsFor),
        "\(subject) waits for \(waitsFor.joined(separator: ", "))")
    }
    return finding
  }

  /// Foundation's or Swift's last words in a run that trapped, if they contain this phrase: another
  /// trap is no evidence.
  ///
  /// - Throws: ``MissingEvidence`` when the run trapped with other words.
  package func trapped(saying phrase: String) throws -> String {
    let message = fatalMessage ?? "nothing"
    try require(message.contains(phrase), "the trap says '\(phrase)'; it says '\(message)'")
    return message
  }
}
