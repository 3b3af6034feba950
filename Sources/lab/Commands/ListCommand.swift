import OperationBench
import OperationCourse
import OperationDoctor

/// The lessons, a line each.
struct ListCommand: Command {
  static let name = "list"
  static let abstract = "the lessons"
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
    console.show(Self.text(lessons, console.paper))
    return .passed
  }

  /// A line each, with its title. Two columns, with titles in Chinese, where that would not fit a screen.
  private static func text(_ lessons: [Lesson], _ paper: Paper) -> String {
    let say = paper.language
    let names = lessons.map { say == .english ? $0.slug : $0.title(in: say) }
    let columns = 6 + (names.map { TerminalText.columns($0) }.max() ?? 0)
    if lessons.count > mostLines, 2 * columns <= paper.width {
      let lines = zip(lessons, names).map { line($0, $1) }
      let rows = (lines.count + 1) / 2
      return (0..<rows).map { row in
        [row, row + rows].filter(lines.indices.contains).map { lines[$0].padded(to: columns) }
          .joined().trimmedAtEnd
      }.joined(separator: "\n")
    }
    let slugs = 6 + (lessons.map(\.slug.count).max() ?? 0)
    return lessons.map { lesson in
      let title = lesson.title(in: say)
      let whole = line(lesson, lesson.slug).padded(to: slugs) + title
      return TerminalText.columns(whole) <= paper.width
        ? whole : line(lesson, lesson.slug) + "\n" + title.wrapped(to: paper.width, indent: 4)
    }.joined(separator: "\n")
  }

  private static func line(_ lesson: Lesson, _ name: String) -> String {
    String(lesson.number).leftPadded(to: 2) + "  " + name
  }

  /// A screen of 24 rows has room for them, a prompt, and the command.
  private static let mostLines = 20
}
