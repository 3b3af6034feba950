import Foundation
import OperationBench
import OperationLab
import Testing

@testable import LabKit
@testable import OperationCourse

@Suite("A run in Chinese", .repeatable)
struct ChineseNamesTests {
  @Test(
    "keeps names that are words of the table: in events, states, the timeline and the diagnosis",
    arguments: zip(
      ["ready", "none", "nothing", "finished", "executing", "ready", "none"],
      ["egg", "chicken", "nest", "boil", "pour", "water is hot", "next"]))
  func keepsName(word: String, of name: String) throws {
    #expect(Language.chinese.text(word) != word)
    // As long, and with the same place in the alphabet among the other names.
    let other = word.dropLast() + "_"
    let (told, otherwise) = (try Self.told(name, as: word), try Self.told(name, as: other))
    for (words, others) in zip(told, otherwise) {
      #expect(words == others.replacing(other, with: word))
    }
    #expect(Language.chinese(Event.Mark("waits for {}", .text(word)).phrase) == "等待 \(word)")
    let mark = Event.Mark("gets it from {}", .words("memory"))
    #expect(Language.chinese(mark.phrase).contains("内存"))
  }

  /// What is shown of the runs of lesson 7, in which something has another name.
  private static func told(_ name: String, as other: some StringProtocol) throws -> [String] {
    let file = try #require(Checkout.root)
      .appendingPathComponent("Lessons/07-dependency-graph/traces.json")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing("\"\(name)\"", with: "\"\(other)\"")
    var paper = Paper.plain
    paper.language = .chinese
    let screen = LessonScreen(paper)
    return try JSONDecoder().decode([Run].self, from: Data(text.utf8)).flatMap { run in
      let timeline = Timeline(run)
      return [timeline.text(in: .chinese), timeline.prose(in: .chinese), screen.reasons(run) ?? ""]
        + run.trace.events.flatMap { [screen.table.row($0), Language.chinese.line(of: $0)] }
    }
  }
}
