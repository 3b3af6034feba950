import LabShared
import OperationDoctor
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import OperationCourse
@testable import lab

@Suite("A lesson in Chinese", .repeatable)
struct ChineseLoopTests {
  private static let paper = {
    var paper = Paper.plain
    paper.language = .chinese
    return paper
  }()

  /// Those of the course, and lesson 0.
  private static let numbers = [0] + Lessons.all.map(\.number)

  /// What a lesson asks and answers, as it is shown.
  private static func texts(of number: Int) throws -> [String] {
    let lesson = try #require(Lessons.find("\(number)"))
    var texts = [lesson.opening]
    for program in lesson.programs {
      let prediction = lesson.prediction(for: program)
      texts += [prediction.question, program.summary]
      // Lesson 0 asks for what a program prints.
      if number > 0, case .choice(let choices) = prediction.form { texts += choices }
      for why in prediction.why { texts += [why.reason, why.but ?? ""] }
      guard let answer = prediction.explanation else { continue }
      texts += [answer.because] + answer.otherwise.values
    }
    return texts + Goals.of(lesson).flatMap { [$0.task, $0.reason] }
  }

  /// What the exercises of a lesson ask, hint, judge and explain.
  private static func exerciseTexts(of number: Int) throws -> [String] {
    var texts: [String] = []
    for exercise in Exercises.of(number) {
      for requirement in exercise.requirements + exercise.remarks {
        texts += [requirement.statement, requirement.message] + requirement.causes.map(\.message)
      }
      var source = ExerciseSource(exercise: exercise)
      source.prose = TranslatedProse { text in
        texts.append(text)
        return text
      }
      _ = (try source.start(), try source.solution(), try source.hints())
    }
    return texts
  }

  @Test("has each question, choice, summary, reason and goal", arguments: numbers)
  func translatesTexts(number: Int) throws {
    for text in try Self.texts(of: number) + Self.exerciseTexts(of: number)
    where text.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/) {
      #expect(Language.chinese.text(text) != text)
    }
  }

  /// A text that changes has another key: what is left of the old one is found here.
  @Test("has no translation of a text that is gone")
  func hasNoRest() throws {
    let texts = Set(
      try Self.numbers.flatMap(Self.texts) + Self.numbers.flatMap(Self.exerciseTexts))
    for (folder, kept) in Translation.textsByFolder {
      for text in kept.keys where !texts.contains(text) {
        Issue.record("Lessons/\(folder)/texts.zh.json: \(text)")
      }
    }
  }

  /// Every screen of it, and every screen that can lie over one. Code, names and events are not words.
  @Test("shows no English sentence, but for code and events")
  func showsNoEnglish() throws {
    let lesson = try #require(Lessons.find("3"))
    let sheet = Sheet(columns: 80, rows: 40)
    var talk = Conversation(
      lesson.mainLine.map { Scene(lesson, $0, code: nil) },
      LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([])))
    var shown: [String] = []
    func press(_ key: Key) -> Conversation.Effect {
      let effect = talk.receive(key, on: sheet, Self.paper)
      shown += talk.screen(on: sheet, Self.paper)
      return effect
    }
    for key in "?xzc" { _ = press(.letter(key)) }
    for _ in 0..<40 where !talk.isOver {
      guard case .run(let index) = press(.enter) == .none ? press(.letter("k")) : .none else {
        continue
      }
      let program = talk.scenes[index].program
      talk.receive(Run(program: program.name, outcome: program.expected(), trace: Trace([])))
      for key in "dx" { _ = press(.letter(key)) }
    }
    #expect(talk.isOver)
    Self.expectChinese(shown)
  }

  /// Code is no words.
  private static func expectChinese(_ lines: [String]) {
    // A command follows its reason.
    for line in lines where !line.contains(Invocation.current.command("")) {
      #expect(!line.contains(/[A-Za-z]{2,}( [a-z]{2,}){3}/), "\(line)")
    }
  }

  @Test("gives the same code in each language", arguments: Exercises.all)
  func givesSameCode(_ exercise: Exercise) throws {
    func parts(_ source: String) -> (comments: [String], code: [String]) {
      let lines = source.components(separatedBy: "\n")
      func isComment(_ line: String) -> Bool { line.contains(/^\s*\/\//) }
      return (lines.filter(isComment), lines.filter { !isComment($0) })
    }
    let (english, chinese) = (
      ExerciseSource(exercise: exercise), ExerciseSource(exercise: exercise, in: .chinese)
    )
    for read in [{ try $0.start() }, { try $0.solution() }] as [(ExerciseSource) throws -> String] {
      let (given, translated) = (parts(try read(english)), parts(try read(chinese)))
      #expect(given.code == translated.code && given.comments != translated.comments)
      #expect(translated.comments.allSatisfy { TerminalText.columns($0) <= 100 })
      Self.expectChinese(translated.comments)
    }
    for source in [english, chinese] { #expect(try english.isStart([source.start()])) }
    #expect(try !english.isStart([english.solution()]))
    #expect(try english.changedLine(in: [chinese.start()]) == nil)
  }

  /// An exercise's file, its hints and each way in which it can be judged.
  @Test("shows an exercise in Chinese, and what is wrong with it")
  func showsExercise() throws {
    let exercise = try #require(Exercises.find("3"))
    let scene = exercise.scenes[0].name
    var grades = [Run.Outcome.traps, .exits, .hangs, .completes].map {
      Grade(exercise, runs: [Run(program: scene, outcome: $0, trace: Trace([]))])
    }
    let write = DataRace.Access(writes: true, file: "Exercise.swift", line: 3)
    grades[0].fail([DataRace(accesses: [write, write])])
    grades += [grades[0], grades[0]]
    grades[4].fail(changedLine: "finish()")
    grades[5].add("(The thread sanitizer cannot be used here, so data races were not looked for.)")
    let outcomes = grades.map(Verification.Outcome.graded) + [.refused(messages: "")]
    let sheet = Sheet(columns: 80, rows: 60)
    let source = ExerciseSource(exercise: exercise, in: .chinese)
    let material = Watch.Material(
      exercise: exercise, path: "Exercise.swift", task: try source.task(),
      hints: try source.hints(), page: "")
    for outcome in outcomes {
      var watch = Watch(material, at: .task, mended: ["1"])
      Self.expectChinese(watch.screen(on: sheet, Self.paper))
      watch.begin()
      Self.expectChinese(watch.screen(on: sheet, Self.paper))
      watch.receive(outcome)
      for key in "vthhhl?rxnz" {
        _ = watch.receive(.letter(key), on: sheet, Self.paper)
        Self.expectChinese(watch.screen(on: sheet, Self.paper))
      }
      let screen = ExerciseScreen(Self.paper)
      let (verdict, next) = (
        screen.outcome(outcome, of: exercise), screen.next(after: outcome, of: exercise)
      )
      Self.expectChinese((verdict + "\n" + next).components(separatedBy: "\n"))
    }
  }
}
