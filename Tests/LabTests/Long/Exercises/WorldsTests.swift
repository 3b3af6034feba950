import Foundation
import OperationCourse
import Testing

@testable import LabKit

@Suite("A world of an exercise", .longPlan, .repeatable, .elsewhere)
struct WorldsTests {
  @Test("is one of which it is written down what may come of it", arguments: Exercises.withExam)
  func isWritten(_ exercise: Exercise) throws {
    let outcomes = try ExerciseSource(exercise: exercise).outcomes()
    #expect(Set(outcomes?.worlds.keys ?? [:].keys) == Set(exercise.worlds.keys))
    for (name, all) in outcomes?.worlds ?? [:] {
      #expect(!all.isEmpty && all.allSatisfy { !$0.isEmpty }, "\(name)")
    }
  }

  /// Those of this day of the week, or the one that `LEARNERS` names.
  private static let today = {
    if let id = ProcessInfo.processInfo.environment["LEARNERS"] {
      return Exercises.find(id).map { [$0] } ?? []
    }
    let day = Int(Date().timeIntervalSince1970 / 86_400)
    return stride(from: day % 7, to: Exercises.all.count, by: 7).map { Exercises.all[$0] }
  }()

  @Test("shows of the solution what is written down, in all orders", arguments: today)
  func isHeld(_ exercise: Exercise) throws {
    let source = ExerciseSource(exercise: exercise)
    guard let outcomes = try source.outcomes() else { return }
    let seen = try Verification.outcomes(
      of: exercise, file: source.path(of: "Solution.swift"), rounds: 3, besides: outcomes)
    #expect(outcomes.difference(from: seen) == [])
  }

  /// A solution without one of its locks: its id, and the place of that among the locks.
  struct Unlocked: CustomTestStringConvertible {
    let exercise: Exercise
    let source: String
    let line: String
    var testDescription: String { "\(exercise.id): \(line)" }
  }

  /// What is not seen, and why: the line, or the first one in its braces.
  private static let exempt = [
    "12: defer { hasStarted = true }": "its task says nothing of two threads that call start()",
    "18: defer { hasStarted = true }": "the same",
    "20: lock.withLock { onPicture = body }": "the loader is made before another thread has it",
    "20: lock.withLock { onError = body }": "the same",
    "20: let (onPicture, onError) = lock.withLock { (self.onPicture, self.onError) }": "the same",
    "20.2: guard transfer.callers.removeValue(forKey: id) != nil else { return nil }":
      "the access is inside a method of the dictionary",
    "18.2: lock.withLock { self.task = task }": "the scenes with a server put nothing in an order",
    "18.2: lock.withLock { task }?.cancel()": "the same",
    "19.2: lock.withLock { self.task = task }": "the same",
    "19.2: lock.withLock { task }?.cancel()": "the same",
  ]

  private static func unlocked(_ exercise: Exercise) throws -> [Unlocked] {
    let solution = try ExerciseSource(exercise: exercise).solution()
    let lines = solution.components(separatedBy: "\n")
    return lines.indices.filter { lines[$0].contains("lock.withLock") }.compactMap { place in
      var copy = lines
      copy[place] = copy[place].replacing("self.lock.withLock", with: "withoutLock")
        .replacing("lock.withLock", with: "withoutLock")
      let line = lines[place + (lines[place].hasSuffix("{") ? 1 : 0)]
        .trimmingCharacters(in: .whitespaces)
      guard exempt["\(exercise.id): \(line)"] == nil else { return nil }
      return Unlocked(
        exercise: exercise,
        source: copy.joined(separator: "\n")
          + "\nprivate func withoutLock<R>(_ body: () throws -> R) rethrows -> R { try body() }\n",
        line: line)
    }
  }

  @Test(
    "shows the thread sanitizer each lock that a solution lacks",
    arguments: try today.flatMap(unlocked))
  func needsEachLock(_ file: Unlocked) throws {
    let proof = ExerciseProof.Case(
      exercise: file.exercise, name: file.line, source: file.source, missing: "data race")
    let outcome = try ExerciseProof.decided(proof)
    guard case .graded(let grade) = outcome else {
      Issue.record("it does not compile")
      return
    }
    #expect(!grade.passed, "\(file.line)")
  }
}
