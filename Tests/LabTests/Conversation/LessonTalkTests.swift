import Foundation
import OperationBench
import OperationCourse
import OperationDoctor
import OperationLab
import Testing

@testable import LabKit

/// Lessons whose learner types what the test says. No program runs.
@Suite("A lesson as a dialogue", .repeatable, .elsewhere)
@MainActor
struct LessonTalkTests {
  private let folder: TemporaryFolder
  private var file: ProgressFile {
    ProgressFile(path: folder.url.appendingPathComponent("progress").path)
  }

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter runs: what the programs do, in order.
  private func hold(
    _ lesson: Lesson, _ typed: TypedDialogue, _ runs: [Run], only programs: [Program]? = nil,
    on paper: Paper = .plain
  ) throws -> LessonReport? {
    var runs = runs
    let talk = SceneTalk(typed.dialogue(paper), file) { (_: Scene) throws(Failure) in
      runs.removeFirst()
    }
    return try LessonTalk(talk, lesson, programs ?? lesson.mainLine, file.load()).hold()
  }

  /// Two programs that are asked how they end. No statement of theirs depends on the platform.
  private static let sample: Lesson = {
    let whole = SampleLesson.lesson
    return Lesson(
      whole.number, whole.slug, title: whole.title, question: whole.question,
      programs: whole.programs, claims: whole.claims.filter { !$0.expected.dependsOnPlatform })
  }()

  @Test("asks before it runs, shows what decides, the trace, another answer and the verdicts")
  func whole() throws {
    var other = SampleLesson.silent
    other.outcome = .completes
    let typed = TypedDialogue(
      "", "", "1", "", "t", "r", "", "", "k", "", "", "d", "")
    let report = try hold(Self.sample, typed, [SampleLesson.silent, other, SampleLesson.fixed])
    #expect(report?.runs.map(\.outcome) == [.completes, .completes] && typed.left == 0)
    #expect(try file.load().finished == [99])
    try Golden.expect("conversation/whole.txt", is: typed.text)
  }

  @Test("is over nowhere before its last program, and names the command that comes back")
  func isLeft() throws {
    for lines in [[], [""], ["", "1"], ["", "1", ""], ["", "1", "", "q"]] {
      let typed = TypedDialogue(lines)
      #expect(try hold(Self.sample, typed, [SampleLesson.silent]) == nil)
      #expect(typed.text.hasSuffix(" lesson 99\n"), "\(lines)")
      #expect(try file.load().finished.isEmpty)
      let isAnswered = lines.count > 1
      #expect(try file.load().predictions(of: 99).isEmpty != isAnswered)
      if isAnswered { try FileManager.default.removeItem(atPath: file.path) }
    }
  }

  @Test("offers the exercise before the fix, takes a learner who leaves to it, and goes on without")
  func offers() throws {
    let lesson = try #require(Lessons.find("3"))
    let runs = Array(repeating: try LessonRun.first(of: lesson).runs[0], count: 2)
    let first = ["", "k", "", ""]
    let leaves = TypedDialogue(first + ["q"])
    #expect(try hold(lesson, leaves, runs) == nil)
    let offer = try #require(leaves.text.range(of: "Now you: exercise 3, Report isFinished"))
    let rest = leaves.text[offer.upperBound...]
    #expect(!rest.contains("TimedOperation"))
    let commands = [" exercise 3\n", " lesson 3\n"].map { rest.range(of: $0)?.lowerBound }
    #expect(commands[0] != nil && commands[1] != nil && commands[0]! < commands[1]!)
    // The first program has been answered.
    let back = TypedDialogue("", "")
    #expect(try hold(lesson, back, []) == nil)
    #expect(back.text.contains("Lesson 3 · program 2 of \(lesson.mainLine.count)"))
    try file.mended("3")
    let later = TypedDialogue("")
    #expect(try hold(lesson, later, []) == nil)
    #expect(!later.text.contains("Now you") && later.text.contains("program 2 of"))
  }

  @Test("goes on where it was left, and counts the answers of both sittings")
  func goesOn() throws {
    let lesson = try #require(Lessons.find("3"))
    let runs = try Runs(LessonRun.first(of: lesson).runs)
    try file.mended("3")
    let last = lesson.mainLine.count - 1
    for (place, program) in lesson.mainLine.prefix(last).enumerated() {
      try file.predicted(
        3, program.name, asked: lesson.prediction(for: program).question, answered: "an answer",
        right: place == 0)
    }
    let typed = TypedDialogue("", "k", "", "", "")
    let report = try hold(lesson, typed, [runs[lesson.mainLine[last].name]])
    #expect(report != nil && typed.left == 0)
    #expect(typed.text.contains("You left it before program \(last + 1), and it goes on there."))
    #expect(typed.text.contains("You predicted 1 of \(last) right. You did not know 1."))
  }

  @Test(
    "asks why, says what refutes an answer and a reason, and counts a right one without its reason")
  func why() throws {
    let lesson = try #require(Lessons.find("3"))
    let reasons = try #require(lesson.reasons)
    let article = try #require(reasons.answers["article"])
    let run = try Runs(LessonRun.first(of: lesson).runs)["article"]
    let wrong = try #require(reasons.why.firstIndex { $0.but != nil })
    let right = try #require(reasons.why.firstIndex { $0.but == nil })
    func shown(_ answer: String, _ reason: Int?) throws -> String {
      let typed = TypedDialogue("", answer, reason.map { "\($0 + 1)" } ?? "k", "", "", "")
      _ = try hold(lesson, typed, [run], only: [lesson.mainLine[0]])
      #expect(typed.text.contains("You said: \(answer)\nWhy?") && typed.left == 0)
      return typed.text.unwrapped
    }
    let missed = try shown("10", wrong)
    #expect(missed.contains(article.otherwise["10"] ?? "?") && missed.contains(article.because))
    #expect(missed.contains(reasons.why[wrong].but ?? "?"))
    #expect(missed.contains(">     log(.started, self)"))
    #expect(try shown("2", wrong).contains("Right. \(article.because)"))
    #expect(try shown("2", right).contains("Your reason is right."))
    #expect(try !shown("2", nil).contains("Your reason"))
    let answers = try #require(try file.load().predictions(of: 3).first).answers
    #expect(answers.map(\.isRight) == [false, false, true, true])
    #expect(answers.map(\.isForWrongReason) == [false, true, false, false])
  }

  @Test("asks about a run that is shown, and does not run it again")
  func recap() throws {
    let lesson = SampleLesson.lesson
    var scene = Scene(
      lesson, lesson.programs[0], asking: lesson.prediction(for: lesson.programs[0]),
      of: SampleLesson.silent)
    let typed = TypedDialogue("2", "", "")
    let talk = SceneTalk(typed.dialogue(), file) { (_: Scene) throws(Failure) in
      Issue.record("It runs.")
      return SampleLesson.fixed
    }
    #expect(try talk.hold(&scene, "Review", beyond: []) && scene.isRight)
    let question = try #require(typed.text.range(of: "How does this program end?"))
    #expect(typed.text[..<question.lowerBound].contains("start() called"))
    #expect(!typed.text.contains("run again"))
  }

  @Test("explains a word of the bench below the line that uses it first, and shows no code twice")
  func words() throws {
    let lesson = try #require(Lessons.find("3"))
    try file.mended("3")
    let runs = try Runs(LessonRun.first(of: lesson).runs)
    let typed = TypedDialogue(["", "k", "", "", "k", "", "", "k", "", ""])
    _ = try hold(lesson, typed, lesson.mainLine.map { try runs[$0.name] })
    let lines = typed.text.components(separatedBy: "\n")
    let queue = try #require(lines.firstIndex { $0.contains("bench.queue(\"downloads\"") })
    #expect(lines[queue + 1].hasPrefix("      ↑ bench.queue: "))
    #expect(lines.count { $0.contains("↑ log(.started, self)") } == 1)
    #expect(
      lines.count { $0.hasPrefix("  final class SilentOperation") && !$0.hasPrefix("> ") } <= 2)
    #expect(typed.text.contains("/// A callback on another thread reports"))
    #expect(!typed.text.contains("Fixed:"))
  }

  @Test("keeps within the columns, whatever it says", arguments: [40, 60, 80])
  func fits(_ columns: Int) throws {
    let paper = Paper(width: columns, isASCII: false, isColoured: false)
    // The shortest, the two with most programs and most code, and one between.
    for lesson in [0, 3, 17, 18].compactMap({ Lessons.find("\($0)") }) {
      let runs = try LessonRun.first(of: lesson).runs
      let typed = TypedDialogue(
        [""]
          + lesson.programs.flatMap {
            $0.role == .fixed ? ["", "c", "k", "t", "", ""] : ["c", "k", "t", "", ""]
          } + ["", "d", ""])
      _ = try hold(lesson, typed, runs + runs, only: lesson.programs, on: paper)
      for line in typed.text.split(separator: "\n") where !line.contains("lab ") {
        #expect(TerminalText.columns("\(line)") <= columns, "lesson \(lesson.number): \(line)")
      }
    }
  }

  @Test("shows the code of every program, from its source")
  func showsCode() {
    for lesson in [Lessons.first] + Lessons.all {
      for scene in Scene.all(lesson, lesson.programs) {
        #expect(scene.code?.isEmpty == false, "lesson \(lesson.number), \(scene.program.name)")
        let text = scene.code?.flatMap(\.lines).joined(separator: "\n") ?? ""
        #expect(!text.contains("BROKEN ON PURPOSE") && !text.contains("// snippet"))
        #expect(!SceneText(scene, .plain).subject(beyond: []).isEmpty)
      }
    }
  }
}
