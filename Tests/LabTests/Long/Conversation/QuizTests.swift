import Foundation
@testable import LabDocs
@testable import LabKit
import OperationCourse
import OperationLab
import Testing

@Suite("The test before and after the course", .longPlan, .repeatable, .elsewhere)
struct QuizTests {
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

  /// What is typed for a test, after the Enter of its beginning.
  @MainActor
  private static func test(_ lines: [String]) -> (answers: [QuizTalk.Answer]?, text: String) {
    let typed = TypedDialogue([""] + lines)
    let answers = QuizTalk(items: Quiz.items, dialogue: typed.dialogue()).hold()
    return (answers, typed.text)
  }

  @Test("says how much it asks, then what and why, and nothing of the key") @MainActor
  func asks() throws {
    let (given, text) = Self.test(Quiz.items.flatMap { _ in ["1", "1"] })
    let answers = try #require(given)
    #expect(text.unwrapped.contains("There are 15 short programs.") && text.contains("minutes"))
    #expect(text.unwrapped.contains("Nothing is kept of a test that you leave before its end."))
    #expect(text.contains("Test · 15 of 15"))
    for (item, answer) in zip(Quiz.items, answers) {
      #expect(answer.isRight == (item.choices[0] == item.answer))
      #expect(answer.isReasoned == (item.why[0].but == nil))
      #expect(item.why.allSatisfy { text.unwrapped.contains($0.reason) }, "\(item.id)")
      for but in item.why.compactMap(\.but) { #expect(!text.unwrapped.contains(but)) }
    }
    for word in ["Right", "wrong", "Not so"] { #expect(!text.contains(word)) }
    #expect(Self.test(["1", "1", "2", "q"]).answers == nil && Self.test([]).answers == nil)
  }

  @Test("takes k for an answer and for a reason") @MainActor
  func unknown() throws {
    let item = Quiz.items[0]
    let right = try #require(item.choices.firstIndex(of: item.answer)) + 1
    let lines = ["\(right)", "k"] + Array(repeating: "k", count: 14)
    let answers = try #require(Self.test(lines).answers)
    #expect(answers[0].isRight && !answers[0].isReasoned && answers[0].because.isEmpty)
    #expect(!answers[1].isRight && !answers[1].isReasoned && answers[1].said.isEmpty)
  }

  @Test(
    "keeps its results, and shows the first beside the last, each answer, and the lessons to take")
  @MainActor
  func results() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = ProgressFile(path: folder.url.appendingPathComponent("p").path)
    let first = try #require(Self.test(Array(repeating: "k", count: 15)).answers)
    try file.tested(first, at: Date(timeIntervalSince1970: 1_000_000))
    let lines = Quiz.items.flatMap { item in
      let isWrong = item.id == Quiz.items[1].id
      return [
        item.choices.firstIndex(of: item.answer),
        item.why.firstIndex { ($0.but == nil) != isWrong },
      ].compactMap(\.self).map { "\($0 + 1)" }
    }
    let last = try #require(Self.test(lines).answers)
    try file.tested(last, at: Date(timeIntervalSince1970: 2_000_000))
    let tests = try file.load().tests
    #expect(tests.map(\.right) == [0, 15] && tests.map(\.reasoned) == [0, 14])
    let text = QuizCommand.result(last, after: tests.first, .plain)
    #expect(
      text.hasPrefix(
        """
        The first time: 0 of 15 right, 0 of them for the right reason.
        Now: 15 of 15 right, 14 of them for the right reason.

        """))
    for (item, answer) in zip(Quiz.items, last) {
      let isWrong = item.id == Quiz.items[1].id
      let verdict =
        isWrong ? "Your reason: \(answer.because) That is not why." : "Your reason is right."
      #expect(text.unwrapped.contains("You said '\(item.answer)'. Right. \(verdict)"))
    }
    let lesson = try #require(Lessons.find("\(Quiz.items[1].lesson)"))
    #expect(text.hasSuffix("Take these lessons:\n \(lesson.number)  \(lesson.title)"))
    #expect(QuizCommand.result(first, after: nil, .plain).contains(" 1  You did not know it."))
    let shown = try LabProcess.run("progress", "--state", file.path).output
    #expect(shown.contains("The first test: 0 of 15 right, 0 of them for the right reason.\n"))
    #expect(shown.contains("The last test: 15 of 15 right, 14 of them for the right reason.\n"))
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
