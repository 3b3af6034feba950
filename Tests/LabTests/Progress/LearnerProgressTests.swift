import Foundation
import Testing

@testable import lab

@Suite("Progress")
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

  private static func date(_ day: Int) -> Date { start.addingTimeInterval(Double(day) * 86_400) }

  private static func answer(right: Bool, day: Int) -> ProgressRecord {
    var record = ProgressRecord(.predicted, at: date(day))
    (record.lesson, record.program, record.asked) = (3, "article", "How many?")
    (record.answered, record.right) = ("x", right)
    return record
  }
}
