import Foundation
import OperationCourse
import OperationBench
import OperationLab
import Testing

@testable import LabKit

/// The kit's files of every exercise, compiled and run like a learner's.
@Suite("Every exercise", .longPlan, .repeatable, .elsewhere)
struct ExerciseProofTests {
  @Test(
    "fails as given and with each half-fix, each with its own message, and passes with its solution",
    arguments: Exercises.all)
  func isProved(_ exercise: Exercise) throws {
    let cases = try ExerciseProof.cases(of: [exercise])
    #expect(cases.count > 2, "there is no half-fix")
    var said: [Grade] = []
    for proof in cases {
      let outcome = try ExerciseProof.decided(proof)
      let problem = ExerciseProof.problem(outcome, of: proof)
      #expect(problem == nil, "\(proof.name)")
      if case .graded(let grade) = outcome {
        let isHalf = proof.missing != nil && proof.missing != exercise.mistake.id
        #expect(grade.halfFix == (isHalf ? proof.missing : nil), "\(proof.name)")
        said.append(grade)
      }
    }
    for (language, page) in [(Language.english, "README.md"), (.chinese, "README.zh.md")] {
      guard let quote = try Self.quote(on: page, of: exercise) else { continue }
      let messages =
        said.map { $0.message(in: language) }
        + exercise.requirements.map { language.text($0.message(in: nil)) }
      #expect(
        messages.contains { Self.packed($0).contains(quote) },
        "lab verify never says what \(page) quotes: \(quote)")
    }
  }

  /// What a lesson's page quotes of `lab verify`, without blanks. `nil` if it quotes nothing of this
  /// exercise, or a trap, which is told in Swift's own words.
  private static func quote(on page: String, of exercise: Exercise) throws -> String? {
    let lesson = try #require(Lessons.find("\(exercise.lesson)"))
    let file = try #require(Checkout.root).appendingPathComponent(Checkout.pagePath(of: lesson))
      .deletingLastPathComponent().appendingPathComponent(page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let pattern = try Regex<(Substring, Substring)>(
      "`lab verify \(exercise.id)`[^\\n]*\\n\\n```text\\n((?:.*\\n)*?)```")
    guard let quote = text.firstMatch(of: pattern)?.output.1 else { return nil }
    return quote.contains(" traps, in ") ? nil : packed(quote)
  }

  /// Without blanks: lines are broken elsewhere in another width.
  private static func packed(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace })
  }

  @Test("has three hints that do not contain the solution's lines", arguments: Exercises.all)
  func hasHints(_ exercise: Exercise) throws {
    #expect(try ExerciseProof.problemOfHints(exercise) == nil)
  }

  @Test(
    "says what there is to do, and every requirement has a message of its own",
    arguments: Exercises.all)
  func isWellFormed(_ exercise: Exercise) throws {
    #expect(try ExerciseSource(exercise: exercise).task().count > 60)
    #expect(
      Set(exercise.requirements.map { $0.message(in: nil) }).count == exercise.requirements.count)
    #expect(Set(exercise.requirements.map(\.id)).count == exercise.requirements.count)
    let halves = try ExerciseSource(exercise: exercise).halfFixes().map(\.name)
    #expect(halves.allSatisfy { id in exercise.requirements.contains { $0.id == id } })
  }

  @Test("decides nothing from runs in which nothing happened", arguments: Exercises.withExam)
  func needsEvidence(_ exercise: Exercise) {
    let runs = exercise.scenes.map { Run(program: $0.name, outcome: $0.expected, trace: Trace()) }
    let grade = Grade(exercise, runs: runs)
    #expect(!grade.passed)
    #expect(grade.judgements.allSatisfy { $0.judgement.verdict == .undecided })
    #expect(!Grade(exercise, runs: []).passed)
  }

  @Test("fails a file whose process ended badly, even if all else is right")
  func needsGoodEnding() throws {
    let exercise = try #require(Exercises.find("3"))
    let proof = try #require(
      try ExerciseProof.cases(of: [exercise]).first { $0.name == "solution" })
    guard case .graded(let grade) = try ExerciseProof.decided(proof) else {
      Issue.record("the solution does not compile")
      return
    }
    for place in grade.runs.indices {
      var runs = grade.runs
      #expect(Grade(exercise, runs: runs).passed)
      runs[place].outcome = .traps
      #expect(!Grade(exercise, runs: runs).passed, "\(runs[place].program)")
    }
  }

  @Test("belongs to a lesson, and every lesson has one, the big ones two to four")
  func everyLessonHasOne() {
    #expect(Set(Exercises.all.map(\.id)).count == Exercises.all.count)
    for lesson in Lessons.all {
      let count = Exercises.of(lesson.number).count
      let isBig = [10, 12].contains(lesson.number) || (14...22).contains(lesson.number)
      #expect(isBig ? (2...4).contains(count) : count >= 1, "lesson \(lesson.number)")
    }
  }
}

extension ExerciseProof {
  static func decided(_ proof: Case) throws -> Verification.Outcome {
    // Longer than for a learner, for busy machines, and shorter than the gates of a scene.
    let verification = try Verification(
      beside: LabProcess.executable, deadline: .seconds(8), width: 1)
    return try LabTests.decided(unless: {
      if case .graded(let it) = $0 { it.isUndecided } else { false }
    }) {
      try outcomes(of: proof, verification)[0]
    }
  }
}

extension Exercise: CustomTestStringConvertible {
  /// The id tells exercises apart in the output of the tests.
  public var testDescription: String { id }
}
