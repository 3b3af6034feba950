import Foundation
import OperationCourse
import OperationBench

/// Draws the events that an app's queues have written to a file.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "draw what the queues of your app did"
  static let operands = "FILE"
  static let options =
    [
      OptionSpec("--all", nil, "list all events, not the last 60 only"),
      OptionSpec("--process", "PID", "the events of that process (default: of the last one)"),
      OptionSpec("--json", nil, "the whole result as JSON"),
    ] + Export.options
  static let notes = """
    FILE is one that your app writes:
      let file = try OperationEventFile(at: url)
      let queue = ReportingQueue(in: file)
    Each slot of a queue has a row. If there is a FILE.old, its events come first.
    """

  private let path: String
  private let number: Int?
  private let isJSON: Bool
  private let listsAll: Bool
  private let export: Export?
  private let opens: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard let path = try arguments.onlyOperand(of: Self.self) else {
      throw .usage("'\(Self.title)' needs a file: lab show FILE")
    }
    self.path = path
    number = try arguments.integer("--process", in: 1...Int(Int32.max))
    (isJSON, listsAll) = (arguments.has("--json"), arguments.has("--all"))
    export = try Export.asked(arguments, for: "show")
    opens = arguments.has("--open")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    try export?.prepare()
    let file = EventFile(try contents())
    guard let shown = ShownEvents(file, path: path, process: number) else {
      throw Failure(status: .unreadable, message: nothing(in: file))
    }
    let limit = listsAll ? nil : 60
    console.show(
      isJSON
        ? try JSONText.dated(shown.json)
        : ShowScreen(paper: console.paper.readable, limit: limit).text(shown))
    guard let export else { return .passed }
    let name = URL(fileURLWithPath: path).lastPathComponent
    let drawn = [.html, .svg].contains(export.format) ? shown.lastPart(5_000) : nil
    let (report, count) = drawn ?? (shown.report, 0)
    let part = drawn.map { _ in
      "Drawn: \(count) of \(shown.process.events.count) events, the last ones and those of unfinished operations."
    }
    let page = TimelineAlbum.Page(
      title: shown.sentence, name: name,
      timeline: Timeline(report.trace, snapshot: report.snapshot))
    try export.write(
      TimelineAlbum(
        title: "What the queues did: \(name)", pages: [page],
        introduction: ["Each slot of a queue has a row.", part, shown.leftOut].compactMap { $0 }),
      transcript: ShowScreen(paper: .plain, limit: limit).text(shown) + "\n", json: shown.json)
    if let part { console.complain(part) }
    if opens { export.open(console) }
    return .passed
  }

  /// The file, after the one before it if there is one.
  private func contents() throws(Failure) -> Data {
    do {
      let old = try? Data(contentsOf: URL(fileURLWithPath: path + ".old"))
      return (old ?? Data()) + (try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Failure(
        status: .unreadable,
        message: "cannot read \(path): is there such a file, and may you read it?")
    }
  }

  private func nothing(in file: EventFile) -> String {
    let known = file.processes.suffix(5).compactMap(\.number).map { "\($0)" }
    guard let number, !known.isEmpty else { return "\(path) has no event of a queue" }
    return "\(path) has no event of process \(number), but of \(known.joined(separator: ", "))"
  }
}
