import OperationCourse
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

@Suite("A conversation", .repeatable)
struct ConversationTests {
  private static let sheet = Sheet(columns: 80, rows: 24)
  private static let paper = Paper.plain

  /// Two programs that are asked how they end. Their runs are written by hand.
  private static var sample: Conversation {
    let lesson = SampleLesson.lesson
    return Conversation(
      lesson.programs.map { program in
        Scene(lesson, program, code: [ProgramCode.Piece(name: program.name, lines: ["let x = 1"])])
      },
      Conversation.Frame(
        title: "Lesson 99", opening: ["The question."], judges: true, closing: ["The end."]))
  }

  @Test("asks before it runs, and puts what was said beside what happened")
  func asksFirst() {
    var talk = Self.sample
    #expect(Self.text(talk).contains("The question."))
    #expect(Self.press(.enter, &talk) == .none)
    let asked = Self.text(talk)
    #expect(asked.contains("let x = 1") && asked.contains("How does this program end?"))
    #expect(!asked.contains("hangs;") && !asked.contains("silent"))
    #expect(Self.press(.enter, &talk) == .none)
    #expect(Self.text(talk).contains("say what you expect first"))
    #expect(Self.press(.letter("1"), &talk) == .run(0))
    #expect(Self.press(.letter("2"), &talk) == .none)
    talk.take(SampleLesson.silent)
    let shown = Self.text(talk)
    #expect(shown.contains("You said:  it completes"))
    #expect(shown.contains("It was:    it hangs"))
    #expect(shown.contains("Not so."))
    #expect(!talk.scenes[0].isRight)
  }

  @Test("offers the exercise before the fix, takes a learner who leaves to it, and goes on without")
  func offers() throws {
    let lesson = try #require(Lessons.find("3"))
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    for _ in 1...2 { Self.press(.letter("j"), &talk) }
    #expect(talk.place == .offering)
    let offer = Self.text(talk)
    #expect(offer.contains("exercise 3, Report isFinished") && !offer.contains("TimedOperation"))
    #expect(talk.steps.map(\.command) == ["exercise 3", "lesson 3"])
    Self.press(.enter, &talk)
    #expect(talk.place == .asking(1) && talk.steps.map(\.command) == ["lesson 3"])
    Self.press(.letter("b"), &talk)
    #expect(talk.place == .offering)
    var mended = ProgressRecord(.mended, at: .distantPast)
    mended.exercise = "3"
    let later = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([mended]))
    #expect(later.offer == nil)
  }

  @Test("gives each key one meaning: a to the question, k only there, q out of what lies over it")
  func keys() throws {
    let lesson = try #require(Lessons.find("20"))
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    Self.press(.enter, &talk)
    #expect(!talk.isAtQuestion(on: Self.sheet, Self.paper))
    Self.press(.letter("k"), &talk)
    #expect(!talk.isAtQuestion(on: Self.sheet, Self.paper))
    Self.press(.letter("a"), &talk)
    #expect(talk.isAtQuestion(on: Self.sheet, Self.paper))
    Self.press(.letter("c"), &talk)
    #expect(Self.press(.letter("q"), &talk) == .none && talk.overlay == nil)
    #expect(Self.press(.letter("q"), &talk) == .quit)
  }

  @Test("explains a word of the bench below the line that uses it first, and only there")
  func words() throws {
    let lesson = try #require(Lessons.find("3"))
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    Self.press(.enter, &talk)
    let lines = talk.pages(on: Self.sheet, Self.paper).flatMap(\.self)
    let queue = try #require(lines.firstIndex { $0.contains("bench.queue(\"downloads\"") })
    #expect(lines[queue + 1].hasPrefix("      ↑ bench.queue: "))
    #expect(lines.count { $0.contains("↑ log(.started, self)") } == 1)
    for _ in 1...3 { Self.press(.letter("j"), &talk) }
    let fixed = talk.pages(on: Self.sheet, Self.paper).joined().joined(separator: "\n")
    #expect(fixed.contains("/// A callback on another thread reports") && !fixed.contains("Fixed:"))
  }

  @Test("cuts nothing in the steps and in the verdicts while rows are empty", arguments: [60, 80])
  func cutsNothing(_ columns: Int) throws {
    let sheet = Sheet(columns: columns, rows: 24)
    let paper = Paper(width: columns, isASCII: true, isColoured: false)
    var run = SampleLesson.silent
    let note = "isAsynchronous: false, and a note that is much too long for the half of a screen"
    run.trace = Trace([
      Event(seq: 0, ns: 0, thread: "main", subject: "op1", kind: .noted, state: .ready, note: note)
    ])
    let steps = StepView(run: run, place: 0).lines(on: sheet, paper)
    #expect(!steps.joined().contains("~") && steps[0].hasSuffix("state, as last read"))
    let words = steps.joined(separator: " ").split(separator: " ")
    #expect(note.split(separator: " ").allSatisfy { words.contains($0) })
    run.trace = Trace([
      Event(
        seq: 0, ns: 0, thread: "main", subject: "loader", kind: .noted,
        state: [.ready, .executing, .finished, .cancelled])
    ])
    #expect(!StepView(run: run, place: 0).lines(on: sheet, paper).joined().contains("~"))
    let lesson = try #require(Lessons.find("1"))
    let short = VerdictLines(runs: [], scenes: Scene.all(lesson, lesson.mainLine)).inShort(paper)
    #expect(!short.joined().contains("~"))
    #expect(short.joined().split(separator: "\n").allSatisfy { $0.count <= columns })
  }

  @Test("says so when two runs gave different answers")
  func varies() {
    var talk = Self.answered()
    talk.take(SampleLesson.silent)
    #expect(Self.press(.letter("r"), &talk) == .run(0))
    var other = SampleLesson.silent
    other.outcome = .completes
    talk.take(other)
    #expect(Self.text(talk).contains("gave another answer"))
  }

  @Test("shows a verdict a line at the end, and each in full on d, with whose it is last")
  func verdicts() {
    var talk = Self.answered()
    talk.take(SampleLesson.silent)
    Self.press(.letter("j"), &talk)
    #expect(Self.press(.letter("k"), &talk) == .run(1))
    talk.take(SampleLesson.fixed)
    #expect(!talk.isOver)
    Self.press(.letter("j"), &talk)
    let short = Self.text(talk)
    #expect(talk.place == .verdicts)
    #expect(short.contains("✓ Statement C01. (C01)") && short.contains("✗ Statement C02. (C02)"))
    Self.press(.letter("d"), &talk)
    let full = Self.text(talk)
    #expect(full.contains("✓ Statement C01.\n  Seen: op2 never starts"))
    #expect(full.contains("  (Article C, C01)"))
    Self.press(.letter("x"), &talk)
    Self.press(.enter, &talk)
    #expect(talk.isOver)
    #expect(Self.text(talk).contains("You predicted 0 of 1 right. You did not know 1."))
    #expect(Self.press(.enter, &talk) == .quit)
  }

  @Test("steps through the events forwards and backwards, with the states beside them")
  func steps() {
    var talk = Self.answered()
    talk.take(SampleLesson.silent)
    Self.press(.letter("s"), &talk)
    #expect(Self.text(talk).contains("> #0 main op1: added to q (ready)"))
    Self.press(.enter, &talk)
    #expect(Self.text(talk).contains("> #1 main op2: added to q (ready)"))
    Self.press(.letter("b"), &talk)
    Self.press(.letter("b"), &talk)
    let first = Self.text(talk)
    #expect(first.contains("> #0") && first.contains("op1: ready") && first.contains("op2: -"))
    Self.press(.letter("s"), &talk)
    #expect(talk.overlay == nil)
  }

  @Test("tells rows of rest together")
  func folds() {
    var talk = Self.answered()
    talk.take(SampleLesson.silent)
    Self.press(.letter("e"), &talk)
    #expect(Self.text(talk).contains("op1, op2: at rest, in q (ready)"))
  }

  @Test("goes back, and keeps what was said")
  func goesBack() {
    var talk = Self.answered()
    talk.take(SampleLesson.silent)
    Self.press(.letter("b"), &talk)
    #expect(Self.text(talk).contains("You said: it completes"))
    Self.press(.enter, &talk)
    #expect(talk.place == .showing(0))
  }

  @Test(
    "fits every screen before a run, however much code it shows",
    arguments: [(80, 24), (40, 24), (120, 40), (40, 12)])
  func fits(_ columns: Int, _ rows: Int) {
    let sheet = Sheet(columns: columns, rows: rows)
    let paper = Paper(width: columns, isASCII: false, isColoured: false).readable
    // The shortest, the two with most programs and most code, and one between.
    for lesson in [0, 3, 17, 18].compactMap({ Lessons.find("\($0)") }) {
      let frame = LessonFrame.of(lesson, lesson.programs, LearnerProgress([]))
      var talk = Conversation(Scene.all(lesson, lesson.programs), frame)
      for _ in lesson.programs {
        for _ in 0..<60 {
          let lines = talk.screen(on: sheet, paper)
          #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns }, "\(lines)")
          if talk.isAtQuestion(on: sheet, paper) { break }
          _ = talk.take(.enter, on: sheet, paper)
        }
        #expect(talk.isAtQuestion(on: sheet, paper))
        _ = talk.take(.letter("j"), on: sheet, paper)
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
      }
    }
  }

  private static func answered() -> Conversation {
    var talk = sample
    press(.enter, &talk)
    press(.letter("1"), &talk)
    return talk
  }

  @discardableResult
  private static func press(_ key: Key, _ talk: inout Conversation) -> Conversation.Effect {
    talk.take(key, on: sheet, paper)
  }

  private static func text(_ talk: Conversation) -> String {
    talk.screen(on: sheet, paper).joined(separator: "\n")
  }
}
