import OperationDownloads
import OperationBench

extension Grade {
  /// The shape that scripts read. Once shipped: add, never rename.
  package struct JSON: Codable, Sendable {
    /// The exercise's id.
    package var exercise: String
    /// The lesson's number.
    package var lesson: Int
    /// Whether the learner's file compiled. If not there are no claims.
    package var compiled: Bool
    /// Whether it fulfils all that is required.
    package var passed: Bool
    /// The message to the learner. The compiler's messages if the file does not compile.
    package var message: String
    /// The half-fix that was recognised, if one was.
    package var halfFix: String?
    /// The verdict on each requirement.
    package var claims: [Claim]

    /// A requirement and its verdict.
    package struct Claim: Codable, Sendable {
      /// The requirement's id.
      package var id: String
      /// What the runs say.
      package var verdict: Verdict
    }

    /// Of a file that does not compile.
    package init(_ exercise: Exercise, doesNotCompile messages: String) {
      self.exercise = exercise.id
      lesson = exercise.lesson
      compiled = false
      passed = false
      message = messages
      claims = []
    }

    init(_ grade: Grade) {
      exercise = grade.exercise.id
      lesson = grade.exercise.lesson
      compiled = true
      passed = grade.passed
      message = grade.message(in: .english)
      halfFix = grade.halfFix
      claims = grade.judgements.map {
        Claim(id: $0.requirement.id, verdict: $0.judgement.verdict)
      }
    }

    /// Writes `halfFix` also when there is none, as `null`.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(exercise, forKey: .exercise)
      try container.encode(lesson, forKey: .lesson)
      try container.encode(compiled, forKey: .compiled)
      try container.encode(passed, forKey: .passed)
      try container.encode(message, forKey: .message)
      try container.encode(halfFix, forKey: .halfFix)
      try container.encode(claims, forKey: .claims)
    }
  }

  /// The grade for scripts.
  package var json: JSON { JSON(self) }
}
