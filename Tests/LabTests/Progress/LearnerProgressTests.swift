import OperationCourse
import Foundation
import OperationLab
import Testing

@testable import LabKit

@Suite("Progress", .repeatable)
struct LearnerProgressTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)

  @Test("asks again after 1, 3, 7 and 21 days what was answered wrong, and then no more")
  func spreadsOverDays() throws {
    var records = [Self.answer(right: false, day: 0)]
    var day = 0
    for gap in [1, 3, 7, 21] {
      let progress = LearnerProgress(records)
      #expect(progress.due(at: Self.date(day + gap).addingTimeInterval(-1)).isEmpty)
      #expect(progress.due(at: Self.date(day + gap)).count == 1)
      day += gap
      records.append(Self.answer(right: true, day: day))
    }
    #expect(LearnerProgress(records).nextDue == nil)
  }

  @Test("begins anew with a wrong answer")
  func wrongAgain() {
    let records = [
      Self.answer(right: false, day: 0), Self.answer(right: true, day: 1),
      Self.answer(right: false, day: 4),
    ]
    #expect(LearnerProgress(records).nextDue == Self.date(5))
  }

  @Test("never asks again what was right at once")
  func rightAtOnce() {
    #expect(LearnerProgress([Self.answer(right: true, day: 0)]).nextDue == nil)
  }

  @Test("asks again what was right for a wrong reason, and takes it for no wrong answer elsewhere")
  func wrongReason() {
    var record = Self.answer(right: true, day: 0)
    (record.because, record.reasoned) = ("It is so.", false)
    let progress = LearnerProgress([record])
    #expect(progress.due(at: Self.date(1)).count == 1)
    let answer = progress.predictions.first?.answers.first
    #expect(answer?.isRight == false && answer?.isForWrongReason == true)
    record.reasoned = true
    #expect(LearnerProgress([record]).nextDue == nil)
  }

  @Test("goes on in a lesson that was left, and begins anew in one that was gone through")
  func goesOn() throws {
    let lesson = try #require(Lessons.find("3"))
    #expect(LearnerProgress([]).firstOpen(of: lesson) == 0)
    let first = Self.answer(right: true, day: 0)
    #expect(LearnerProgress([first]).firstOpen(of: lesson) == 1)
    var finished = ProgressRecord(.finished, at: Self.date(1))
    finished.lesson = 3
    #expect(LearnerProgress([first, finished]).firstOpen(of: lesson) == 0)
  }

  @Test("never asks again what no lesson and no recap asks any more")
  func questionIsGone() {
    var record = Self.answer(right: false, day: 0)
    record.asked = "How many?"
    let progress = LearnerProgress([record])
    #expect(progress.nextDue == nil && progress.due(at: Self.date(3)).isEmpty)
  }

  @Test("asks again what a recap asked")
  func recap() throws {
    let item = try #require(Recaps.all[5]?.first)
    var record = Self.answer(right: false, day: 0)
    (record.lesson, record.program) = (item.lesson, item.program)
    record.asked = item.question.question
    #expect(LearnerProgress([record]).due(at: Self.date(1)).first?.subject?.isOfRecap == true)
  }

  private static func date(_ day: Int) -> Date { start.addingTimeInterval(Double(day) * 86_400) }

  private static func answer(right: Bool, day: Int) -> ProgressRecord {
    var record = ProgressRecord(.predicted, at: date(day))
    (record.lesson, record.program, record.asked) = (
      3, "article", "How many of the ten operations start?"
    )
    (record.answered, record.right) = ("x", right)
    return record
  }
}
