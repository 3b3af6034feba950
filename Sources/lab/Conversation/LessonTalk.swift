import OperationBench
import OperationCourse
import OperationDoctor

/// A lesson as a dialogue: it asks about each program before it runs, and then judges its statements.
@MainActor
struct LessonTalk {
  private let talk: SceneTalk
  private let lesson: Lesson
  private let programs: [Program]
  /// What the learner has done before.
  private let progress: LearnerProgress
  private let isMainLine: Bool
  /// The place of the first program that was not answered another time.
  private let first: Int
  private var dialogue: Dialogue { talk.dialogue }
  private var paper: Paper { dialogue.paper }

  init(
    _ talk: SceneTalk, _ lesson: Lesson, _ programs: [Program], _ progress: LearnerProgress
  ) {
    (self.talk, self.lesson, self.programs) = (talk, lesson, programs)
    self.progress = progress
    isMainLine = programs.map(\.name) == lesson.mainLine.map(\.name)
    first = isMainLine ? progress.firstOpen(of: lesson) : 0
  }

  /// - Returns: what has run, once the learner has come to the end. `nil` otherwise.
  func hold() throws(Failure) -> LessonReport? {
    var scenes = Scene.all(lesson, programs)
    let isThere = open() ? try ask(&scenes) : false
    // After the last answer, nothing is left to come back to.
    guard scenes.last?.runs.isEmpty == false else {
      dialogue.say([again])
      return nil
    }
    let report = LessonReport(lesson: lesson, runs: scenes.compactMap(\.runs.last))
    if isThere, !report.findings.isEmpty { judge(report) }
    try close(scenes)
    if isMainLine { try talk.file.finished(lesson.number) }
    return report
  }

  private func open() -> Bool {
    // The title would give the answer away.
    dialogue.head("Lesson \(lesson.number)")
    dialogue.say(Phrase(stringLiteral: lesson.opening))
    let count = programs.count
    dialogue.say(
      count == 1 ? "This lesson runs one program." : "This lesson runs \(count) programs.")
    if first > 0 { dialogue.say("You left it before program \(first + 1), and it goes on there.") }
    dialogue.say(
      """
      Before each program runs you say what it will do. A wrong guess costs nothing, and you will \
      remember it better than what you only read.
      """)
    return dialogue.goOn()
  }

  private func ask(_ scenes: inout [Scene]) throws(Failure) -> Bool {
    for index in first..<scenes.count {
      if index == fix, let exercise, !offer(exercise) { return false }
      let count = scenes.count
      let heading: Phrase =
        count == 1
        ? "Lesson \(lesson.number)"
        : "Lesson \(lesson.number) · program \(index + 1) of \(count)"
      let seen = scenes[first..<index].flatMap { $0.code ?? [] }
      guard try talk.hold(&scenes[index], heading, beyond: seen) else { return false }
    }
    return true
  }

  /// The place of the first program that shows a fix. `nil` if none does.
  private var fix: Int? {
    lesson.mainLine.firstIndex { $0.role == .fixed }.flatMap { isMainLine && $0 > 0 ? $0 : nil }
  }

  /// The exercise that the fix would solve. `nil` when it has passed.
  private var exercise: Exercise? { Guide(progress).openExercise(of: lesson.number) }

  private func offer(_ exercise: Exercise) -> Bool {
    dialogue.head("Now you: exercise \(exercise.id), \(text: exercise.title)")
    dialogue.say(
      """
      The next program shows the fix. What you mend yourself you remember longer, and what you tried \
      first tells you why the fix is what it is.
      """)
    dialogue.say(
      "q leaves the lesson. When you come back, it goes on here. Enter goes on without the exercise."
    )
    if dialogue.goOn() { return true }
    dialogue.say([Guide.Step(reason: "Exercise", command: "exercise \(exercise.id)")])
    return false
  }

  /// Shows the verdicts, a line each, and in full if that is asked for. All else has been done by then.
  private func judge(_ report: LessonReport) {
    let screen = LessonScreen(paper)
    dialogue.head("Verdicts")
    dialogue.say([screen.verdictsInShort(report)])
    _ = dialogue.goOn([
      Dialogue.Aside(word: "d", help: "d: in full") { screen.verdictsInFull(report) }
    ])
  }

  private func close(_ scenes: [Scene]) throws(Failure) {
    let say = paper.language
    let score = try Score.words(of: scenes, in: talk.file.load())
    dialogue.say([say(score).wrapped(to: paper.width)])
    dialogue.say([lesson.title(in: say).wrapped(to: paper.width)])
    let rules = lesson.rules(in: say).map {
      paper.plain("• \($0)").wrapped(to: paper.width, indent: 2, firstIndent: "")
    }
    if !rules.isEmpty { dialogue.say([([say("Remember:")] + rules).joined(separator: "\n")]) }
    dialogue.say(Guide(progress).closing(lesson.number) + further)
  }

  private var further: [Guide.Step] {
    guard !lesson.further.isEmpty, programs.last?.name == lesson.mainLine.last?.name else {
      return []
    }
    return [Guide.Step(reason: "More on this", command: "lesson \(lesson.number) --further")]
  }

  /// The command that comes back here.
  private var again: Guide.Step {
    let names = programs.map(\.name)
    let option =
      isMainLine
      ? "" : names == lesson.further.map(\.name) ? " --further" : " --program \(names[0])"
    return Guide.Step(reason: "Go on", command: "lesson \(lesson.number)\(option)")
  }
}
