import Foundation
import OperationCourse
import Testing

@testable import LabKit

/// The exercises for an exam. That they can be solved is for a lecturer's own solution to show: the
/// checkout has none.
@Suite("Every exercise for an exam", .longPlan, .repeatable, .elsewhere)
struct ExamTests {
  @Test("misses as given the requirement that is its mistake", arguments: Exercises.exam)
  func isMissed(_ exercise: Exercise) throws {
    let grade = try Self.grade(exercise, ExerciseSource(exercise: exercise).start())
    #expect(grade.fault == exercise.mistake.id, "\(grade.message)")
  }

  @Test("has requirements that can each be missed", arguments: Exercises.exam)
  func canBeMissed(_ exercise: Exercise) throws {
    let source = ExerciseSource(exercise: exercise)
    let given = try source.start()
    let root = try #require(Checkout.root)
    let worse = try source.variants(
      in: String(
        contentsOf: root.appendingPathComponent("Tests/Exam/\(exercise.place).txt"), encoding: .utf8
      ),
      of: given)
    var missed = try Self.missed(by: Self.grade(exercise, given))
    for variant in worse {
      let seen = try Self.missed(by: Self.grade(exercise, variant.source))
      for id in variant.name.split(separator: " ") {
        #expect(seen.contains(String(id)), "\(variant.name): \(seen.sorted())")
      }
      missed.formUnion(seen)
    }
    #expect(missed == Set(exercise.requirements.map(\.id)))
  }

  @Test("says what there is to do under its title, and has a message for each requirement")
  func isWellFormed() throws {
    for exercise in Exercises.exam {
      let source = ExerciseSource(exercise: exercise)
      #expect(try source.task().count > 60)
      #expect(try source.start().contains("\n// \(exercise.title).\n"))
      let messages = Set(exercise.requirements.map { $0.message(in: nil) })
      #expect(messages.count == exercise.requirements.count)
      #expect(Set(exercise.requirements.map(\.id)).count == exercise.requirements.count)
    }
    #expect(Exercises.exam.map(\.place) == Array(1...6))
  }

  @Test("lies in the checkout as it is given, without hints, half-fixes and solution")
  func hasNoSolution() throws {
    let root = try #require(Checkout.root)
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: root.appendingPathComponent("Lessons/exam").path)
    #expect(
      files.filter { !$0.hasSuffix("Exercise.swift") && !$0.hasSuffix("/worlds.json") }.sorted()
        == ["exercises"] + (1...6).map { "exercises/\($0)" } + ["texts.zh.json"])
    #expect(files.count == 14 + Exercises.exam.count { !$0.worlds.isEmpty })
    let first = try #require(Exercises.exam.first)
    #expect(try ExerciseSource(exercise: first).hints().isEmpty)
    for command in ["hint", "solution"] {
      let result = try LabProcess.run(command, "exam.1")
      #expect(result.status == 1)
      #expect(result.errors == "lab: exam.1 is for an exam: there is no \(command)\n")
    }
  }

  @Test("is found by its name, listed below the course, and no part of its progress")
  func isApart() throws {
    #expect(Exercises.find("exam.6")?.title == "Pull to refresh, again and again")
    #expect(Exercises.all.filter(\.isExam).isEmpty)
    let list = try LabProcess.run("exercise", "--list").output.components(separatedBy: "\n\n")
    #expect(list.count == 2 && list[1].hasPrefix("For an exam"))
    #expect(list[1].split(separator: "\n").count == 7)
    let exercise = try #require(Exercises.find("exam.1"))
    #expect(exercise.file == "exam/Exercise1/Exercise.swift")
    #expect(Exercises.next(after: exercise) == nil)
  }

  @Test("is graded with the others of a class")
  func isGraded() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let exercise = try #require(Exercises.find("exam.4"))
    try Workplace("\(folder.url.path)/anna").put(
      exercise, ExerciseSource(exercise: exercise).start())
    let result = try LabProcess.run("verify", "--all", folder.url.path, "--csv")
    #expect(result.status == 1)
    #expect(result.output.contains("\"anna\",\"exam.4\",\"0\",\"unpack is cancelled"))
  }

  private static func missed(by grade: Grade) -> Set<String> {
    Set(grade.judgements.filter { $0.judgement.verdict == .refuted }.map(\.requirement.id))
  }

  private static func grade(_ exercise: Exercise, _ source: String) throws -> Grade {
    let proof = ExerciseProof.Case(
      exercise: exercise, name: "", source: source, missing: exercise.mistake.id)
    guard case .graded(let grade) = try ExerciseProof.decided(proof) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return grade
  }
}
