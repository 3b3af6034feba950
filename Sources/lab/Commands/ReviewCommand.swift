import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// Asks again, spread over days, what was predicted wrong.
struct ReviewCommand: Command {
  static let name = "review"
  static let abstract = "ask again what you predicted wrong"
  static let operands = ""
  static let options = [
    OptionSpec("--now", nil, "all that was ever wrong, whether its day has come or not"),
    OptionSpec("--answers", nil, "ask nothing: run the programs and show questions and answers"),
    OptionSpec.state,
  ]
  static let notes = """
    What you predicted wrong is asked again after a day; each right answer doubles that
    and more, to 3, 7 and 21 days. A wrong answer begins anew.
    """

  private let file: ProgressFile
  private let asksAll: Bool
  private let showsAnswers: Bool

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.name)
    file = ProgressFile(path: arguments.value("--state"))
    asksAll = arguments.has("--now")
    showsAnswers = arguments.has("--answers")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let progress = try file.load()
    guard showsAnswers || console.canAsk else {
      throw .usage("'lab review' asks on a terminal; elsewhere use 'lab review --answers'")
    }
    let scenes = scenes(progress)
    guard !scenes.isEmpty else {
      console.show(nothing(progress).wrapped(to: console.paper.width))
      return .passed
    }
    if showsAnswers { return try show(scenes, console) }
    let frame = Conversation.Frame(
      title: "Review", opening: ["\(scenes.count) of your predictions, asked again."],
      judges: false, closing: [Guide(progress).next.line])
    _ = try Session(console, file: file).hold(Conversation(scenes, frame))
    return .passed
  }

  /// What is asked, mixed over the lessons: at most ten questions that are still asked.
  private func scenes(_ progress: LearnerProgress) -> [Scene] {
    let missed = asksAll ? progress.predictions.filter(\.wasMissed) : progress.due(at: Date())
    let found = missed.compactMap { prediction -> Scene? in
      guard let lesson = Lessons.all.first(where: { $0.number == prediction.lesson }),
        let program = lesson.program(named: prediction.program)
      else { return nil }
      return Scene.all(lesson, only: program).first {
        $0.prediction.question == prediction.asked
      }
    }
    return Array(Self.mixed(found).prefix(showsAnswers ? found.count : 10))
  }

  /// One of each lesson in turn.
  static func mixed(_ scenes: [Scene]) -> [Scene] {
    var lessons: [[Scene]] = []
    for scene in scenes {
      if let index = lessons.firstIndex(where: { $0[0].lesson.number == scene.lesson.number }) {
        lessons[index].append(scene)
      } else {
        lessons.append([scene])
      }
    }
    let longest = lessons.map(\.count).max() ?? 0
    return (0..<longest).flatMap { turn in lessons.compactMap { $0.dropFirst(turn).first } }
  }

  private func nothing(_ progress: LearnerProgress) -> String {
    guard let due = progress.nextDue else {
      return
        "Nothing to ask again: no prediction of yours was wrong. Next: \(Guide.command) lesson 1"
    }
    let days = Int((due.timeIntervalSinceNow / 86_400).rounded(.up))
    return "Nothing to ask again today; the next question comes in \(days) "
      + "\(days == 1 ? "day" : "days"). To be asked now: \(Guide.command) review --now"
  }

  private func show(_ scenes: [Scene], _ console: Console) throws(Failure) -> ExitStatus {
    for scene in scenes {
      let runner = ProgramRunner(child: Executable.host(scene.lesson, scene.program))
      let run: Run
      do { run = try runner.run(scene.program.name) } catch {
        throw Failure(status: .internalFault, message: "cannot run the program: \(error)")
      }
      let answer = scene.prediction.result(of: run)?.answer ?? "this run does not say"
      let text =
        "Lesson \(scene.lesson.number), \(scene.program.name): \(scene.prediction.question)"
      console.show(text.wrapped(to: console.paper.width))
      console.show(answer.wrapped(to: console.paper.width, indent: 2))
    }
    return .passed
  }
}
