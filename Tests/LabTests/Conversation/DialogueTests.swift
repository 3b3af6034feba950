import OperationCourse
import OperationDoctor
import Testing

@testable import LabKit

@Suite("A dialogue", .repeatable)
@MainActor
struct DialogueTests {
  @Test(
    "takes a number, a word of a choice, and k for what the learner does not know",
    arguments: [
      ("10", .number, "10"), (" 7 ", .number, "7"), ("k", .number, ""),
      ("2", .choice(["it completes", "it hangs"]), "it hangs"),
      ("IT HANGS", .choice(["it completes", "it hangs"]), "it hangs"),
      ("n", .choice(["yes", "no"]), "no"), ("K", .choice(["yes", "no"]), ""),
    ] as [(String, Prediction.Form, String)])
  func answers(_ line: String, _ form: Prediction.Form, _ answer: String) {
    #expect(TypedDialogue(line).dialogue().answer(form) == answer)
  }

  @Test(
    "asks again after what is no answer, and says so",
    arguments: ["0", "3", "-1", "maybe", "1000000", "\u{1B}[A"])
  func asksAgain(_ line: String) {
    let typed = TypedDialogue(line, "1")
    #expect(typed.dialogue().answer(.choice(["a", "b"])) == "a")
    let shown = typed.text.replacing("> \(line)", with: "")
    #expect(shown.contains("means nothing here.") && !shown.contains("\u{1B}"))
    #expect(typed.text.components(separatedBy: "1 to 2").count == 3)
  }

  @Test("asks again after an empty line, without a word about it")
  func emptyLine() {
    let typed = TypedDialogue("", "", "4")
    #expect(typed.dialogue().answer(.number) == "4" && !typed.text.contains("nothing here"))
  }

  @Test("is left with q, or when no more can be typed", arguments: [["q"], ["quit"], []])
  func isLeft(_ lines: [String]) {
    for typed in [TypedDialogue(lines), TypedDialogue(lines)] {
      #expect(typed.dialogue().answer(.number) == nil && typed.left == 0)
    }
    #expect(!TypedDialogue(lines).dialogue().goOn() && TypedDialogue("").dialogue().goOn())
  }

  @Test("shows what can be looked at, and asks the same again")
  func asides() {
    let typed = TypedDialogue("t", "T", "")
    let aside = Dialogue.Aside(word: "t", help: "t: the whole trace") { "all events" }
    #expect(typed.dialogue().goOn([aside]))
    #expect(typed.text.components(separatedBy: "all events").count == 3)
  }

  @Test("names all that can be typed, however narrow the screen", arguments: [20, 40, 80])
  func narrow(_ columns: Int) {
    let typed = TypedDialogue("")
    let paper = Paper(width: columns, isASCII: false, isColoured: false)
    let words: [Phrase] = ["Enter: continue", "r: run again", "t: the whole trace"]
    #expect(typed.dialogue(paper).ask(words) { $0.isEmpty ? true : nil } == true)
    for word in ["Enter: continue", "r: run again", "t: the whole trace", "q: quit"] {
      #expect(typed.text.contains(word))
    }
    #expect(typed.text.split(separator: "\n").allSatisfy { $0.count <= columns })
  }
}
