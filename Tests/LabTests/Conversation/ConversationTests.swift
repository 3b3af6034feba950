import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("A conversation", .repeatable)
struct ConversationTests {
  private static let sheet = Sheet(columns: 80, rows: 24)
  private static let paper = Paper.plain

  /// Two programs that are asked how they end. Their runs are written by hand.
  /// No statement of theirs depends on the platform.
  private static var sample: Conversation {
    let whole = SampleLesson.lesson
    let lesson = Lesson(
      whole.number, whole.slug, title: whole.title, question: whole.question,
      programs: whole.programs, claims: whole.claims.filter { !$0.expected.dependsOnPlatform })
    return Conversation(
      lesson.programs.map { program in
        Scene(lesson, program, code: [ProgramCode.Piece(name: program.name, lines: ["let x = 1"])])
      },
      Conversation.Frame(
        title: "Lesson 99", opening: ["The question."], judges: true, closing: { _ in ["The end."] }
      ))
  }

  /// Each key with what must be done outside, and the screen that it leads to.
  @Test("asks before it runs, and shows events, steps, another answer and verdicts")
  func whole() throws {
    var talk = Self.sample
    var screens = [Self.text(talk)]
    func press(_ keys: Key...) {
      for key in keys {
        let effect = Self.press(key, &talk)
        screens.append("== \(key): \(effect)\n\n\(Self.text(talk))")
      }
    }
    func run(_ run: Run) {
      talk.receive(run)
      screens.append("== \(run.program) has run\n\n\(Self.text(talk))")
    }
    press(.enter, .enter, .letter("1"), .letter("2"))
    run(SampleLesson.silent)
    #expect(!talk.scenes[0].isRight)
    press(.letter("e"), .letter("x"))
    press(.letter("s"), .enter, .enter, .letter("b"), .letter("b"), .letter("b"), .letter("s"))
    press(.letter("b"), .enter)
    #expect(talk.place == .showing(0))
    press(.letter("r"))
    var other = SampleLesson.silent
    other.outcome = .completes
    run(other)
    press(.letter("j"), .letter("k"))
    run(SampleLesson.fixed)
    press(.letter("j"), .letter("d"), .letter("x"))
    #expect(talk.place == .verdicts && !talk.isOver)
    press(.enter)
    #expect(talk.isOver)
    press(.enter)
    try Golden.expect("conversation/whole.txt", is: screens.joined(separator: "\n\n"))
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

  @Test("goes on where the lesson was left, and is over without the programs before")
  func goesOn() throws {
    let lesson = try #require(Lessons.find("3"))
    let runs = Runs(try LessonRun.first(of: lesson).runs)
    var mended = ProgressRecord(.mended, at: .distantPast)
    mended.exercise = "3"
    let last = lesson.mainLine.count - 1
    let before = lesson.mainLine.prefix(last).enumerated().map { place, program in
      var record = ProgressRecord(.predicted, at: .distantPast)
      (record.lesson, record.program) = (lesson.number, program.name)
      record.asked = lesson.prediction(for: program).question
      (record.answered, record.right) = ("an answer", place == 0)
      return record
    }
    let frame = LessonFrame.of(
      lesson, lesson.mainLine, LearnerProgress([mended] + before), from: last)
    #expect(
      frame.opening.contains("You left it before program \(last + 1), and it goes on there."))
    for key in [Key.enter, .letter("j")] {
      var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame, from: last)
      Self.press(key, &talk)
      #expect(talk.place == .asking(last), "\(key)")
    }
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame, from: last)
    Self.press(.enter, &talk)
    Self.press(.letter("k"), &talk)
    talk.receive(try runs[lesson.mainLine[last].name])
    Self.press(.letter("j"), &talk)
    while talk.place != .closing { Self.press(.enter, &talk) }
    #expect(talk.isOver)
    #expect(Self.text(talk).contains("You predicted 1 of \(last) right. You did not know 1."))
  }

  @Test("asks about a trace that is shown, and announces no prediction then")
  func recap() throws {
    let lesson = SampleLesson.lesson
    var scene = Scene(
      lesson, lesson.programs[0], asking: lesson.prediction(for: lesson.programs[0]))
    scene.trace = SampleLesson.silent
    let frame = Conversation.Frame(
      title: "Recap", opening: ["Traces."], judges: false, closing: { _ in [] })
    #expect(!Self.text(Conversation([scene], frame)).contains("Before each program"))
    #expect(Self.text(Self.sample).contains("Before each program"))
  }

  @Test("names each key in the last row, however narrow the screen", arguments: [80, 60, 50])
  func namesKeys(_ columns: Int) throws {
    let lesson = try #require(Lessons.find("3"))
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    let (sheet, paper) = (
      Sheet(columns: columns, rows: 16), Paper(width: columns, isASCII: false, isColoured: false)
    )
    _ = talk.receive(.enter, on: sheet, paper)
    #expect(talk.pages(on: sheet, paper).count > 1)
    let last = try #require(talk.screen(on: sheet, paper).last)
    #expect(last.count <= columns)
    for key in ["Enter", "?", "k", "q", "c"] {
      #expect(last.split(separator: " ").contains { $0 == key }, "\(last): \(key)")
    }
  }

  @Test("gives each key one meaning: a to the question, k only there, q out of what lies over it")
  func keys() throws {
    let lesson = try #require(Lessons.find("3"))
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    // Too low for the code and the question together.
    let low = Sheet(columns: 80, rows: 11)
    func press(_ key: Key) -> Conversation.Effect { talk.receive(key, on: low, Self.paper) }
    #expect(press(.enter) == .none && !talk.isAtQuestion(on: low, Self.paper))
    #expect(press(.letter("k")) == .none && !talk.isAtQuestion(on: low, Self.paper))
    #expect(press(.letter("a")) == .none && talk.isAtQuestion(on: low, Self.paper))
    #expect(press(.letter("c")) == .none && talk.overlay == .code)
    #expect(press(.letter("q")) == .none && talk.overlay == nil)
    #expect(press(.letter("q")) == .quit)
  }

  @Test(
    "has the question on each screen of its code, of which there are two at most",
    arguments: [Lessons.first] + Lessons.all)
  func codeAndQuestion(_ lesson: Lesson) {
    let frame = LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([]))
    var talk = Conversation(Scene.all(lesson, lesson.mainLine), frame)
    for program in lesson.mainLine {
      while talk.place == .opening || talk.place == .offering { Self.press(.enter, &talk) }
      #expect(talk.isAtQuestion(on: Self.sheet, Self.paper))
      let pages = talk.pages(on: Self.sheet, Self.paper)
      #expect(pages.count <= 2, "lesson \(lesson.number), \(program.name)")
      let question = lesson.prediction(for: program).question.wrapped(to: 80)
      for page in pages {
        #expect(page.joined(separator: "\n").contains("\n\n" + question), "\(program.name)")
      }
      Self.press(.letter("j"), &talk)
    }
  }

  @Test(
    "asks why, says what refutes an answer and a reason, and counts a right one without its reason")
  func why() throws {
    let lesson = try #require(Lessons.find("3"))
    let reasons = try #require(lesson.reasons)
    let article = try #require(reasons.answers["article"])
    let run = try Runs(LessonRun.first(of: lesson).runs)["article"]
    let frame = LessonFrame.of(lesson, [lesson.mainLine[0]], LearnerProgress([]))
    let wrong = try #require(reasons.why.firstIndex { $0.but != nil })
    let right = try #require(reasons.why.firstIndex { $0.but == nil })
    func shown(_ answer: String, _ reason: Int?) -> (Conversation, String) {
      var talk = Conversation(Scene.all(lesson, [lesson.mainLine[0]]), frame)
      Self.press(.enter, &talk)
      for digit in answer { Self.press(.letter(digit), &talk) }
      #expect(Self.press(.enter, &talk) == .none && talk.scenes[0].asksWhy)
      #expect(Self.text(talk).contains("You said: \(answer)\nWhy?"))
      let key: Key = reason.map { .letter(Character("\($0 + 1)")) } ?? .letter("k")
      #expect(Self.press(key, &talk) == .run(0))
      talk.receive(run)
      return (talk, Self.text(talk).replacing(/\n */, with: " "))
    }
    let (missed, screen) = shown("10", wrong)
    #expect(screen.contains(article.otherwise["10"] ?? "?") && screen.contains(article.because))
    #expect(
      screen.contains(reasons.why[wrong].but ?? "?") && missed.scenes[0].hasRightReason == false)
    // The code that decides is on the same screen.
    #expect(screen.contains(">     log(.started, self)"))
    let (guessed, other) = shown("2", wrong)
    #expect(other.contains("Right. \(article.because)") && guessed.scenes[0].isRight)
    #expect(guessed.scenes[0].hasRightReason == false)
    #expect(shown("2", right).1.contains("Your reason is right."))
    #expect(shown("2", nil).0.scenes[0].hasRightReason == nil)
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
    let steps = StepView(run: run, place: 0, paper).lines(on: sheet)
    #expect(!steps.joined().contains("~") && steps[0].hasSuffix("state, as last read"))
    let words = steps.joined(separator: " ").split(separator: " ")
    #expect(note.split(separator: " ").allSatisfy { words.contains($0) })
    run.trace = Trace([
      Event(
        seq: 0, ns: 0, thread: "main", subject: "loader", kind: .noted,
        state: [.ready, .executing, .finished, .cancelled])
    ])
    #expect(!StepView(run: run, place: 0, paper).lines(on: sheet).joined().contains("~"))
    let lesson = try #require(Lessons.find("1"))
    let short = VerdictLines(runs: [], scenes: Scene.all(lesson, lesson.mainLine)).inShort(paper)
    #expect(!short.joined().contains("~"))
    #expect(short.joined().split(separator: "\n").allSatisfy { $0.count <= columns })
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
          _ = talk.receive(.enter, on: sheet, paper)
        }
        #expect(talk.isAtQuestion(on: sheet, paper))
        _ = talk.receive(.letter("j"), on: sheet, paper)
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

  @discardableResult
  private static func press(_ key: Key, _ talk: inout Conversation) -> Conversation.Effect {
    talk.receive(key, on: sheet, paper)
  }

  private static func text(_ talk: Conversation) -> String {
    talk.screen(on: sheet, paper).joined(separator: "\n")
  }
}
