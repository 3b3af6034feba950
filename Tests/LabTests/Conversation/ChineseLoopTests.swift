import Foundation
import OperationDoctor
import OperationLab
import Testing

@testable import LabDocs
@testable import LabKit
@testable import OperationCourse
@testable import OperationBench
@testable import OperationTesting

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
  private static func texts(of exercises: [Exercise]) throws -> [String] {
    // The lists have the titles of the others.
    var texts = exercises.filter(\.isExam).map(\.title)
    for exercise in exercises {
      for requirement in exercise.requirements + exercise.remarks {
        texts += [requirement.statement, requirement.message] + requirement.causes.map(\.message)
      }
      var source = ExerciseSource(exercise: exercise)
      source.prose = TranslatedProse { text in
        texts.append(text)
        return text
      }
      _ = (try source.start(), try source.hints())
      if !exercise.isExam { _ = try source.solution() }
    }
    return texts
  }

  @Test("has each question, choice, summary, reason and goal", arguments: numbers)
  func translatesTexts(number: Int) throws {
    for text in try Self.texts(of: number) + Self.texts(of: Exercises.of(number))
    where text.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/) {
      #expect(Language.chinese.text(text) != text)
    }
  }

  /// What goals, recaps, the test and the rules of `lab check` say.
  private static let otherTexts: [String] = {
    let goals = Goals.all.flatMap { [$0.task, $0.reason] }
    let recaps = Recaps.all.values.joined().flatMap { item in
      if case .choice(let choices) = item.question.form {
        return [item.question.question] + choices
      }
      return [item.question.question]
    }
    let reasons = Quiz.items.flatMap(\.why).flatMap { [$0.reason, $0.but].compactMap(\.self) }
    let rules = RuleWords.all.values.flatMap {
      [$0.statement, $0.cost, $0.cure].compactMap(\.self)
    }
    let circumstances = Set(Life.all(events: 1).map(\.circumstances)).subtracting([""])
    return goals + recaps + [Quiz.question] + reasons + rules + circumstances
  }()

  @Test("has each goal, each question of a recap and of the test, each rule, and the exam")
  func translatesOthers() throws {
    let exam = try Self.texts(of: Exercises.exam)
    for text in Self.otherTexts + exam { #expect(Language.chinese.text(text) != text, "\(text)") }
  }

  @Test("has what the help says of each command, and nothing else") @MainActor
  func translatesHelp() {
    let commands: [any Command.Type] = Lab.commands + [WelcomeCommand.self]
    let texts = commands.flatMap { [$0.abstract, $0.notes] + $0.allOptions.map(\.help) }
    let needed = Set(texts + [Help.exitStatus]).subtracting([""])
    #expect(needed.subtracting(Translation.help.keys) == [])
    #expect(Set(Translation.help.keys).subtracting(needed) == [])
    let screens =
      [Help.text("lab", Lab.commands, in: .chinese)]
      + commands.map { Help.text(of: $0, in: .chinese) }
    Self.expectNoEnglish(screens.flatMap { $0.split(separator: "\n").map(String.init) })
  }

  /// A text that changes has another key: what is left of the old one is found here.
  @Test("has no translation of a text that is gone")
  func hasNoRest() throws {
    let exercises = try Self.texts(of: Exercises.withExam)
    let texts = Set(try Self.numbers.flatMap(Self.texts) + Self.otherTexts + exercises)
    for (folder, kept) in Translation.textsByFolder {
      for text in kept.keys where !texts.contains(text) {
        Issue.record("Lessons/\(folder)/texts.zh.json: \(text)")
      }
    }
  }

  @Test("has no blank between Chinese words, and keeps those beside others")
  func closesUp() {
    let (one, other) = ("第 3 课", "等待 op1")
    #expect(Language.chinese("\(one) \(other)") == "第 3 课等待 op1")
    #expect(Language.chinese("\(one) · \(other)") == "第 3 课 · 等待 op1")
  }

  @Test("has no translation with a gap that its English lacks")
  func keepsGaps() {
    func gaps(_ words: String) -> Set<Substring> { Set(words.matches(of: /%\d/).map(\.output)) }
    for (english, chinese) in Translation.texts {
      #expect(gaps(chinese).isSubset(of: gaps(english)), "\(english)")
    }
  }

  /// Timeline, prose, diagnosis and events of each run that the pages show. Names and notes may be English.
  @Test(
    "tells its runs without an English sentence",
    arguments: Plan.those(of: Lessons.all.map(\.number)))
  func tellsRuns(number: Int) throws {
    let lesson = try #require(Lessons.find("\(number)"))
    for run in try Self.keptRuns(of: lesson).values {
      let timeline = Timeline(run)
      let screen = LessonScreen(Self.paper)
      let texts =
        [timeline.text(in: .chinese), timeline.prose(in: .chinese), screen.reasons(run) ?? ""]
        + run.trace.events.map(screen.table.row)
      let names = run.trace.events.flatMap { [$0.subject, $0.note] }.filter { $0.contains(" ") }
      for text in texts {
        let words = names.reduce(text.replacing("\n", with: "")) { $0.replacing($1, with: "") }
        #expect(!words.contains(Self.sentence), "\(run.program): \(text)")
      }
    }
  }

  /// What Foundation prints is English.
  @Test(
    "tells what its runs show without an English sentence",
    arguments: Plan.those(of: Lessons.all.map(\.number)))
  func tellsFindings(number: Int) throws {
    let lesson = try #require(Lessons.find("\(number)"))
    let runs = try Self.keptRuns(of: lesson).values
    let printed = runs.compactMap(\.fatalMessage) + ["without being started by the queue"]
    let names = runs.flatMap(\.trace.subjects) + printed
    for claim in lesson.claims where claim.programs.isSubset(of: runs.map(\.program)) {
      let seen = Language.chinese(claim.judgement(on: Runs(Array(runs))).seen)
      let words = names.reduce(seen) { $0.replacing($1, with: "") }
      #expect(!words.contains(Self.sentence), "\(claim.id): \(seen)")
    }
  }

  private static var sentence: some RegexComponent { /[A-Za-z]{2,}( [a-z]{2,}){3}/ }

  private static func keptRuns(of lesson: Lesson) throws -> [String: Run] {
    let root = try #require(Checkout.root)
    return try KeptRuns(beside: root.appendingPathComponent(Checkout.pagePath(of: lesson))).runs
  }

  /// Four words in a row that are no command, no code and no expression.
  private static func expectNoEnglish(
    _ lines: [String], except code: [String] = [], at place: SourceLocation = #_sourceLocation
  ) {
    // Those of this process, and those of `lab`, which is started as by `swift run`.
    let commands = [Invocation.current.command(""), "swift run lab"]
    for line in lines where !commands.contains(where: line.contains) {
      // A long line of code goes on in the next one.
      let words = line.trimmingCharacters(in: .whitespaces)
      let isCode =
        words.hasPrefix("//") || code.contains { line.contains($0) || $0.contains(words) }
      #expect(isCode || !line.contains(sentence), "\(line)", sourceLocation: place)
    }
  }

  /// All that it says, and all that can be looked at. Code and names are not words.
  @Test("says no English sentence, but for code") @MainActor
  func saysNoEnglish() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let lesson = try #require(Lessons.find("3"))
    let kept = try Self.keptRuns(of: lesson)
    let programs = ["", "x", "1", "k", "t", "r", "", ""]
    let typed = TypedDialogue(
      [""] + programs + [""] + Array(repeating: "k", count: 3).flatMap { [$0, "", ""] } + ["d", ""])
    let file = ProgressFile(path: folder.url.appendingPathComponent("p").path)
    let talk = SceneTalk(typed.dialogue(Self.paper), file) { (scene: Scene) throws(Failure) in
      let program = scene.program
      return kept[program.name]
        ?? Run(program: program.name, outcome: program.expected(), trace: Trace([]))
    }
    _ = try LessonTalk(talk, lesson, lesson.mainLine, LearnerProgress([])).hold()
    #expect(typed.text.contains("“x”") && typed.text.contains(lesson.title(in: .chinese)))
    let code = Scene.all(lesson, lesson.programs).flatMap { $0.code ?? [] }.flatMap(\.lines)
    Self.expectNoEnglish(
      typed.text.components(separatedBy: "\n"), except: code)
  }

  @Test("is followed by a test without an English sentence, but for programs and what they print")
  @MainActor
  func test() throws {
    let typed = TypedDialogue([""] + Array(repeating: "1", count: 2 * Quiz.items.count))
    let talk = QuizTalk(items: Quiz.items, dialogue: typed.dialogue(Self.paper))
    let answers = try #require(talk.hold())
    let first = LearnerProgress.Test(date: nil, asked: 15, right: 3, reasoned: 1)
    let shown =
      [typed.text, QuizCommand.result(answers, after: first, Self.paper)]
      + [true, false].map { QuizCommand.paper(showsKey: $0, Self.paper) }
    let code = Quiz.items.flatMap { $0.code.split(separator: "\n").map(String.init) + $0.choices }
    Self.expectNoEnglish(
      shown.flatMap { $0.components(separatedBy: "\n") }, except: code)
  }

  @Test("has a game whose goals, threads and answers are in Chinese") @MainActor
  func game() throws {
    let lesson = try #require(Lessons.find("9"))
    let goal = try #require(Goals.all.first { $0.id == "third-overtakes" })
    let stand = Decision.Stand(thread: "main", point: Point(subject: "count 1", kind: .began))
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "count 3", kind: .ended)
    let run = Run(program: goal.program, outcome: .hangs, trace: Trace([event, event]))
    let decision = Decision(thread: "main", stands: [stand])
    var shown = ""
    for answer in [Solution.order(Order(["main"])), .none(of: 6), .none(of: 1), .unknown(after: 9)]
    {
      let typed = TypedDialogue("b", "9", "z", "i", "s", "1", "e", "n")
      let talk = GameTalk(
        dialogue: typed.dialogue(Self.paper), lesson: lesson,
        run: { (_: Goal, order: Order) throws(Failure) in
          OrderedRun(order: order, decisions: [decision, decision], run: run)
        }, solve: { (_: Goal) throws(Failure) in answer })
      try talk.hold([goal])
      let told = GoalScreen(Self.paper).solved(goal, answer)
      #expect(told.contains("--time") == (answer.isImpossible == nil) && typed.left == 0)
      shown += typed.text + told + "\n"
    }
    let code = Scene.all(lesson, lesson.programs).flatMap { $0.code ?? [] }.flatMap(\.lines)
    Self.expectNoEnglish(shown.components(separatedBy: "\n"), except: code)
  }

  @Test(
    "goes on in commands that print no English sentence",
    arguments: [
      "", "--help", "list", "progress", "review --now --answers", "play", "find",
      "quiz --help",
      // As long as a busy machine needs for all orders: an answer is not a matter of time.
      "play 6 --goal two-in-one --impossible --time 300",
      "play 6 --goal last-in-first-out --solution --time 300",
    ])
  func prints(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let result = try LabProcess(arguments: words + ["--lang", "zh"]).run()
    #expect(result.status == 0 && result.errors == "")
    Self.expectNoEnglish(result.lines)
  }

  @Test("is asked again in Chinese, with answers and reasons")
  func review() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.url.appendingPathComponent("p").path
    let lesson = try #require(Lessons.find("4"))
    let program = lesson.mainLine[0]
    let asked = lesson.prediction(for: program).question
    try ProgressFile(path: path).predicted(
      4, program.name, asked: asked, answered: "no", right: false, was: "yes", because: nil,
      reasoned: nil)
    let result = try LabProcess.run(
      "review", "--now", "--answers", "--state", path, "--lang", "zh")
    #expect(result.status == 0 && result.output.contains(Language.chinese.text(asked)))
    Self.expectNoEnglish(result.lines)
  }

  @Test("gives the same code in each language", arguments: Plan.those(of: Exercises.all))
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
      Self.expectNoEnglish(translated.comments)
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
    let access = #"{"writes": true, "file": "Exercise.swift", "line": 3}"#
    let race = Data(#"{"accesses": [\#(access), \#(access)]}"#.utf8)
    grades[0].fail([try JSONDecoder().decode(DataRace.self, from: race)])
    grades += [grades[0], grades[0]]
    grades[4].fail(changedLine: "finish()")
    grades[5].add("(The thread sanitizer cannot be used here, so data races were not looked for.)")
    let outcomes = grades.map(Verification.Outcome.graded) + [.refused(messages: "")]
    for outcome in outcomes {
      let screen = ExerciseScreen(Self.paper)
      let watch = WatchText(exercise, path: "Exercise.swift", Self.paper)
      let shown = [
        screen.outcome(outcome, of: exercise), screen.next(after: outcome, of: exercise),
        watch.heading, watch.verdict(outcome), watch.footer(mended: ["1"]),
      ]
      Self.expectNoEnglish(shown.flatMap { $0.components(separatedBy: "\n") })
    }
  }
}
