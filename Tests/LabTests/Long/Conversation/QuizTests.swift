import Foundation
@testable import LabDocs
@testable import LabKit
import OperationCourse
import OperationLab
import Testing

@Suite("The test before and after the course", .longPlan, .repeatable, .elsewhere)
struct QuizTests {
  private static let sheet = Sheet(columns: 80, rows: 24)

  @Test("has fifteen questions, each about another lesson, with one right reason of three")
  func isWhole() {
    #expect(Quiz.items.count == 15 && Set(Quiz.items.map(\.lesson)).count == 15)
    var places: Set<Int?> = []
    for item in Quiz.items {
      #expect(item.choices.contains(item.answer) && Set(item.choices).count == item.choices.count)
      #expect(item.why.count == 3 && item.why.count { $0.but == nil } == 1, "\(item.id)")
      #expect(Lessons.find("\(item.lesson)") != nil && !item.code.isEmpty, "\(item.id)")
      places.insert(item.why.firstIndex { $0.but == nil })
    }
    #expect(places.count == 3)
  }

  @Test("has the key that a run of the program gives", arguments: Quiz.items.map(\.id))
  func isDecidedByARun(_ id: String) throws {
    let item = try #require(Quiz.items.first { $0.id == id })
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("main.swift")
    try ("import Foundation\n" + item.code).write(to: file, atomically: true, encoding: .utf8)
    let listing = try PlainListing(file)
    #expect(listing.output == item.answer)
  }

  @Test("asks what and why, fits the screen, and says nothing of the key before its end")
  func asks() {
    var talk = QuizTalk(Quiz.items)
    for item in Quiz.items {
      for part in [item.choices, item.why.map(\.reason)] {
        let screen = talk.screen(on: Self.sheet, .plain)
        #expect(screen.count == 24 && screen.allSatisfy { $0.count <= 80 }, "\(item.id)")
        #expect(screen.contains("  1 " + part[0]) || part[0].count > 70)
        _ = talk.receive(.letter("1"), on: Self.sheet, .plain)
      }
    }
    #expect(talk.isOver)
    for (item, answer) in zip(Quiz.items, talk.answers) {
      #expect(answer.isRight == (item.choices[0] == item.answer))
      #expect(answer.isReasoned == (item.why[0].but == nil))
    }
    var unknown = QuizTalk([Quiz.items[0]])
    _ = unknown.receive(.letter("k"), on: Self.sheet, .plain)
    #expect(unknown.isOver)
    #expect(!unknown.answers[0].isRight && !unknown.answers[0].isReasoned)
    var left = QuizTalk(Quiz.items)
    let stays = left.receive(.letter("q"), on: Self.sheet, .plain)
    #expect(!stays && !left.isOver)
  }

  @Test("keeps its results, and shows the first beside the last and the lessons to take")
  func results() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = ProgressFile(path: folder.url.appendingPathComponent("p").path)
    var first = QuizTalk(Quiz.items)
    while !first.isOver { _ = first.receive(.letter("k"), on: Self.sheet, .plain) }
    try file.tested(first.answers, at: Date(timeIntervalSince1970: 1_000_000))
    var last = QuizTalk(Quiz.items)
    for item in Quiz.items {
      let isWrong = item.id == Quiz.items[1].id
      for place in [
        item.choices.firstIndex(of: item.answer),
        item.why.firstIndex { ($0.but == nil) != isWrong },
      ].compactMap(\.self) {
        _ = last.receive(.letter(Character("\(place + 1)")), on: Self.sheet, .plain)
      }
    }
    try file.tested(last.answers, at: Date(timeIntervalSince1970: 2_000_000))
    let tests = try file.load().tests
    #expect(tests.map(\.right) == [0, 15] && tests.map(\.reasoned) == [0, 14])
    let text = QuizCommand.result(last.answers, after: tests.first, .plain)
    let lesson = try #require(Lessons.find("\(Quiz.items[1].lesson)"))
    #expect(
      text == """
        The first time: 0 of 15 right, 0 of them for the right reason.
        Now: 15 of 15 right, 14 of them for the right reason.
        Take these lessons:
          \(lesson.number)  \(lesson.title)
        """)
  }

  @Test("is printed where there is no terminal, and the key only if it is asked for")
  func prints() throws {
    let questions = try LabProcess.run("quiz")
    #expect(questions.status == 0 && questions.output.contains("15. What does it print?"))
    #expect(!questions.output.contains("It prints:"))
    let key = try LabProcess.run("quiz", "--answers")
    #expect(key.output.components(separatedBy: "It prints: ").count == 16)
  }
}
