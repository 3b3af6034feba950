import LabShared
import OperationDownloads
import OperationTesting
import OperationCourse

/// Mixes the traces of lessons that came before, and asks what they show.
struct RecapCommand: Command {
  static let name = "recap"
  static let abstract = "old traces, new questions: after lesson 5, 10, 17 or 21"
  static let operands = "5|10|17|21"
  static let options = [OptionSpec.language]

  private let number: Int
  private let items: [Recaps.Item]
  private let file: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.onlyOperand(of: Self.self) ?? ""
    guard let number = Int(name), let items = Recaps.all[number] else {
      throw .usage("'lab recap' needs the lesson that it comes after: 5, 10, 17 or 21")
    }
    (self.number, self.items) = (number, items)
    file = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let session = Session(console, file: file)
    var scenes: [Scene] = []
    for item in items {
      guard let lesson = Lessons.find("\(item.lesson)"),
        let program = lesson.program(named: item.program)
      else { continue }
      var scene = Scene(lesson, program, asking: item.question)
      scene.trace = try session.firstRun(of: scene)
      scenes.append(scene)
    }
    guard console.canAsk else {
      show(scenes, console)
      return .passed
    }
    let frame = Conversation.Frame(
      title: "Recap after lesson \(number)",
      opening: ["Traces of lessons that you know. What do they show?"], judges: false,
      closing: { _ in [] }, steps: Guide(try file.load()).steps,
      again: [Guide.Step(reason: "Go on", command: "recap \(number)")])
    _ = try session.hold(Conversation(scenes, frame))
    return .passed
  }

  /// All questions with their traces, and the answers below them.
  private func show(_ scenes: [Scene], _ console: Console) {
    let (paper, say) = (console.paper, console.language)
    var answers: [String] = []
    for (place, scene) in scenes.enumerated() {
      guard let run = scene.trace else { continue }
      var question = "\(place + 1). \(say.text(scene.prediction.question))"
      if scene.prediction.unfinished == nil, case .choice(let choices) = scene.prediction.form {
        question += say(" Either \(choices.map(say.text).joined(separator: say(", or "))).")
      }
      console.show(question.wrapped(to: paper.width) + "\n")
      let isAsBefore =
        place > 0 && scenes[place - 1].trace.map { $0.program == run.program } == true
      console.show(
        (isAsBefore ? say("The same trace.") : Conversation.events(of: run, paper)) + "\n")
      let answer = scene.prediction.result(of: run)?.answer ?? "this run does not say"
      let (number, name) = (scene.lesson.number, scene.program.name)
      answers.append(say("\(place + 1). \(text: answer) (lesson \(number), \(name))"))
    }
    console.show(say("The answers:"))
    for answer in answers {
      console.show(answer.wrapped(to: paper.width, indent: 3, firstIndent: ""))
    }
  }
}
