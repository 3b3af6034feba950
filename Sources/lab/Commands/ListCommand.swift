import OperationBench
import OperationCourse
import OperationDoctor

/// The lessons, a line each.
struct ListCommand: Command {
  static let name = "list"
  static let abstract = "the lessons, a line each"
  static let operands = ""
  static let options = [
    OptionSpec("--route", "short", "the lessons to read if you have little time, in their order"),
    OptionSpec("--json", nil, "as JSON"),
    .language,
  ]

  private let lessons: [Lesson]
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
    let route = arguments.value("--route")
    guard route == nil || route == "short" else {
      throw .usage(
        "there is one route, and its name is short: \(Invocation.mention("list --route short"))")
    }
    isJSON = arguments.has("--json")
    lessons = route == nil ? [Lessons.first] + Lessons.all : Lessons.shortRoute
  }

  /// One lesson, as in the JSON.
  private struct Row: Encodable {
    var lesson: Int
    var slug: String
    var title: String
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    if isJSON {
      console.show(
        try JSONText.of(
          lessons.map { Row(lesson: $0.number, slug: $0.slug, title: $0.title) }))
      return .passed
    }
    let slugWidth = lessons.map(\.slug.count).max() ?? 0
    let lines = lessons.map { lesson in
      let number = String(lesson.number).leftPadded(to: 2)
      let slug = lesson.slug.padded(to: slugWidth)
      let title = lesson.title(in: console.language)
      let line = "\(number)  \(slug)  \(title)"
      return TerminalText.columns(line) <= console.paper.width
        ? line
        : "\(number)  \(lesson.slug)\n" + title.wrapped(to: console.paper.width, indent: 4)
    }
    console.page(lines.joined(separator: "\n"))
    return .passed
  }
}
