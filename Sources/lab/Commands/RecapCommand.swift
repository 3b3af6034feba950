import LabShared
import OperationDownloads
import OperationTesting
import OperationCourse

/// Mixes the traces of lessons that came before, and asks what they show.
struct RecapCommand: Command {
  static let name = "recap"
  static let abstract = "old traces, new questions: after lesson 5, 10, 17 or 21"
  static let operands = "5|10|17|21"
  static let options: [OptionSpec] = []

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
    guard console.canAsk else {
      throw .usage("'lab recap' asks on a terminal: read Lessons/recaps.md instead")
    }
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
    let frame = Conversation.Frame(
      title: "Recap after lesson \(number)",
      opening: ["Traces of lessons that you know. What do they show?"], judges: false,
      closing: [], steps: Guide(try file.load()).steps,
      again: [Guide.Step(reason: "Go on", command: "recap \(number)")])
    _ = try session.hold(Conversation(scenes, frame))
    return .passed
  }
}
