import Foundation
import OperationCourse
import Testing

@testable import LabKit

@Suite("The guide", .repeatable)
struct GuideTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000_000)

  @Test("begins with the first steps")
  func beginning() {
    #expect(Guide(LearnerProgress([])).onward.command == "lesson 0")
  }

  @Test("goes on with a lesson that was left before its end")
  func unfinished() {
    #expect(Self.next([Self.predicted(3, right: true)]).command == "lesson 3")
  }

  @Test("leads from a prediction that was wrong to the exercise")
  func toTheExercise() {
    let step = Self.next([Self.predicted(3, right: false), Self.record(.finished, 3)])
    #expect(step.command == "exercise 3")
    #expect(
      Language.english(step.reason) == "Lesson 3: you predicted '10', it was '2'. Mend it")
  }

  @Test("asks again what is due before anything else")
  func dueFirst() {
    var record = Self.predicted(3, right: false)
    record.at -= 86_400
    let steps = Self.steps([record, Self.record(.finished, 3)])
    #expect(steps.map(\.command) == ["review", "exercise 3"])
  }

  @Test("goes on with the first lesson that is left when the exercises are done")
  func nextLesson() {
    var records = [Self.record(.finished, 0), Self.record(.finished, 1)]
    for exercise in Exercises.of(1) {
      var record = Self.record(.mended, 1)
      record.exercise = exercise.id
      records.append(record)
    }
    #expect(Self.next(records).command == "lesson 2")
  }

  @Test("leads from the last screen of a lesson to another one", arguments: [0, 1, 21])
  func closing(_ lesson: Int) {
    let steps = Guide(LearnerProgress([])).closing(lesson)
    #expect(!steps.map(\.command).contains("lesson \(lesson)"), "\(steps)")
  }

  private static func next(_ records: [ProgressRecord]) -> Guide.Step {
    steps(records)[0]
  }

  private static func steps(_ records: [ProgressRecord]) -> [Guide.Step] {
    Guide(LearnerProgress(records), at: now).steps
  }

  private static func record(_ action: ProgressRecord.Action, _ lesson: Int) -> ProgressRecord {
    var record = ProgressRecord(action, at: now)
    record.lesson = lesson
    return record
  }

  private static func predicted(_ lesson: Int, right: Bool) -> ProgressRecord {
    var record = record(.predicted, lesson)
    (record.program, record.asked, record.answered) = (
      "article", "How many of the ten operations start?", "10"
    )
    (record.right, record.was) = (right, "2")
    return record
  }
}
