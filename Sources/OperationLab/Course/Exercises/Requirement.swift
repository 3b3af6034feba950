import OperationLab
import OperationTesting

/// Something that a mended exercise fulfils, decided from the traces of its scenes; and what to tell
/// somebody whose file is the first to miss it.
package struct Requirement: Sendable {
  /// Names it within its exercise. A half-fix that is refuted by it goes by the same name.
  package let id: String
  /// What is so in a mended exercise.
  package let statement: String
  /// What is said when it is refuted: what is well by now, and what is not.
  package let message: String
  private let judge: @Sendable (Runs) throws -> Judgement

  /// - Parameters:
  ///   - id: unique within its exercise.
  ///   - statement: what is so in a mended exercise.
  ///   - message: what to say to somebody for whom it is not so.
  ///   - judge: a pure function of the runs of the scenes, which throws ``MissingEvidence`` when
  ///     something that it presupposes is not there.
  init(
    _ id: String, _ statement: String, otherwise message: String,
    judge: @escaping @Sendable (Runs) throws -> Judgement
  ) {
    self.id = id
    self.statement = statement
    self.message = message
    self.judge = judge
  }

  /// The same in the vocabulary of claims: what is presupposed and what is expected in each of some
  /// scenes.
  ///
  /// - Parameters:
  ///   - scenes: their names. All of them must go well.
  ///   - premises: what must be so for a scene to decide.
  ///   - expectations: what is so in a mended exercise.
  init(
    _ id: String, _ statement: String, otherwise message: String, in scenes: String...,
    given premises: [Trace.Condition] = [], expect expectations: [Trace.Condition]
  ) {
    self.init(
      id, statement, otherwise: message,
      scenes.map { Scenario($0, given: premises, expect: expectations) })
  }

  /// The same for scenes of which different things are expected.
  init(
    _ id: String, _ statement: String, otherwise message: String, _ scenarios: [Scenario]
  ) {
    self.init(id, statement, otherwise: message) { try scenarios.judgement(on: $0) }
  }

  /// The verdict on these runs. It is undecided if something is missing.
  func judgement(on runs: Runs) -> Judgement {
    do {
      return try judge(runs)
    } catch {
      return Judgement(.undecided, "\(error)", [])
    }
  }
}
