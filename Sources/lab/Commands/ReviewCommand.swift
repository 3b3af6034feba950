import Foundation
import OperationCourse
import OperationDoctor
import OperationBench

/// Asks again, spread over days, what was predicted wrong, and about traces of lessons that came before.
struct ReviewCommand: Command {
  static let name = "review"
  static let abstract = "ask again what you predicted wrong"
  static let operands = ""
  static let options = [
    OptionSpec("--now", nil, "all that was ever wrong, whether its day has come or not"),
    OptionSpec("--answers", nil, "ask nothing: run the programs and show questions and answers"),
    .language,
  ]
  static let notes = """
    What you predicted wrong is asked again after a day; each right answer doubles that
    and more, to 3, 7 and 21 days. A wrong answer, or a wrong reason, begins anew. After
    lessons 5, 10, 17 and 21 it also asks about traces of the lessons so far.
    """

  private let file: ProgressFile
  private let asksAll: Bool
  private let showsAnswers: Bool

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
    file = ProgressFile(path: arguments.value("--state"))
    asksAll = arguments.has("--now")
    showsAnswers = arguments.has("--answers")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let progress = try file.load()
    guard showsAnswers || console.canAsk else {
      throw .usage(
        "'lab review' asks on a terminal. Elsewhere use \(Invocation.mention("review --answers"))")
    }
    let now = Date()
    let missed = progress.predictions.filter(\.wasMissed)
    let subjects =
      (asksAll ? missed : progress.due(at: now)).compactMap(\.subject) + progress.openRecaps
    guard !subjects.isEmpty else {
      console.show(nothing(progress, at: now, console.paper))
      return .passed
    }
    if showsAnswers { return try show(Self.mixed(subjects), console) }
    // More than ten at once are a burden. The others stay due.
    try ask(
      Self.mixed(subjects).prefix(10),
      SceneTalk(Dialogue(console), file) { (scene: Scene) throws(Failure) in
        try console.run(scene.program, of: scene.lesson)
      })
    return .passed
  }

  private func ask(
    _ subjects: some Collection<LearnerProgress.Subject>, _ talk: SceneTalk
  ) throws(Failure) {
    let dialogue = talk.dialogue
    dialogue.head("Review")
    dialogue.say("\(subjects.count) questions about lessons that you know.")
    var scenes: [Scene] = []
    var goesOn = dialogue.goOn()
    for subject in subjects where goesOn {
      var scene = try Self.scene(subject, talk)
      let heading: Phrase = "Review · \(scenes.count + 1) of \(subjects.count)"
      goesOn = try talk.hold(&scene, heading, beyond: [])
      if !scene.runs.isEmpty { scenes.append(scene) }
    }
    let progress = try file.load()
    let score = dialogue.paper.language(Score.words(of: scenes, in: progress))
    dialogue.say([scenes.isEmpty ? "" : score.wrapped(to: dialogue.paper.width)])
    dialogue.say(Guide(progress).steps)
  }

  private static func scene(
    _ subject: LearnerProgress.Subject, _ talk: SceneTalk
  ) throws(Failure) -> Scene {
    let (lesson, program) = (subject.lesson, subject.program)
    let code = ProgramCode(of: lesson)?.pieces(of: program.name)
    let scene = Scene(lesson, program, code: code)
    guard subject.isOfRecap else { return scene }
    return Scene(lesson, program, asking: subject.question, of: try talk.run(scene))
  }

  /// One of each lesson in turn.
  static func mixed(_ subjects: [LearnerProgress.Subject]) -> [LearnerProgress.Subject] {
    var lessons: [[LearnerProgress.Subject]] = []
    for subject in subjects {
      if let index = lessons.firstIndex(where: { $0[0].lesson.number == subject.lesson.number }) {
        lessons[index].append(subject)
      } else {
        lessons.append([subject])
      }
    }
    let longest = lessons.map(\.count).max() ?? 0
    return (0..<longest).flatMap { turn in lessons.compactMap { $0.dropFirst(turn).first } }
  }

  /// What is said when no question is asked.
  private func nothing(_ progress: LearnerProgress, at now: Date, _ paper: Paper) -> String {
    let reason: Phrase
    if let due = progress.nextDue {
      let days = Int((due.timeIntervalSince(now) / 86_400).rounded(.up))
      reason =
        days == 1
        ? "Nothing to ask again today. The next question comes in 1 day."
        : "Nothing to ask again today. The next question comes in \(days) days."
    } else if progress.predictions.contains(where: \.wasMissed) {
      reason = "Nothing to ask again: you know by now what you predicted wrong."
    } else {
      reason = "Nothing to ask again: no prediction of yours was wrong."
    }
    var steps = [Guide(progress, at: now).onward]
    if !asksAll, progress.predictions.contains(where: { $0.wasMissed && $0.subject != nil }) {
      steps.insert(Guide.Step(reason: "To be asked now", command: "review --now"), at: 0)
    }
    return ([paper.language(reason).wrapped(to: paper.width)] + steps.map { $0.line(on: paper) })
      .joined(separator: "\n")
  }

  private func show(
    _ subjects: [LearnerProgress.Subject], _ console: Console
  ) throws(Failure) -> ExitStatus {
    for subject in subjects {
      let run = try console.run(subject.program, of: subject.lesson)
      let (say, width) = (console.language, console.paper.width)
      let answer = subject.question.result(of: run)?.answer ?? "this run does not say"
      let (number, name) = (subject.lesson.number, subject.program.name)
      console.show(
        say("Lesson \(number), \(name): \(text: subject.question.question)").wrapped(to: width))
      let reasons = subject.question.reasons(said: "", was: answer)
      for line in [answer] + reasons { console.show(say.text(line).wrapped(to: width, indent: 2)) }
    }
    return .passed
  }
}
