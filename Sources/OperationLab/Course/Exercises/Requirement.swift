import OperationDownloads
import OperationTesting

/// Something that a mended exercise fulfils, decided from the traces of its scenes; and what to tell
/// somebody whose file is the first to miss it.
package struct Requirement: Sendable {
  /// The statement, and how it is decided.
  package let claim: Claim
  /// What is said when it is refuted: what is well by now, and what is not.
  package let message: String

  /// Names it within its exercise. A half-fix that is refuted by it goes by the same name.
  package var id: String { claim.id }

  /// - Parameters:
  ///   - statement: what is so in a mended exercise.
  ///   - message: what to say to somebody for whom it is not so.
  ///   - judge: a pure function of the runs of the scenes, which throws ``MissingEvidence`` when
  ///     something that it presupposes is not there.
  init(
    _ id: String, _ statement: String, otherwise message: String,
    judge: @escaping @Sendable (Runs) throws -> Judgement
  ) {
    claim = Claim(
      id, statement, origin: .kit, expected: .everywhere(.confirmed, because: message), mutants: [],
      judge: judge)
    self.message = message
  }
}
