import LabShared
import OperationDownloads
import OperationTesting
import OperationCourse

/// The lessons, a line each.
struct ListCommand: Command {
  static let name = "list"
  static let abstract = "the lessons, a line each"
  static let operands = ""
  static let options: [OptionSpec] = []

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let slugWidth = Lessons.all.map(\.slug.count).max() ?? 0
    for lesson in [Lessons.first] + Lessons.all {
      let number = String(lesson.number).leftPadded(to: 2)
      let slug = lesson.slug.padded(to: slugWidth)
      let line = "\(number)  \(slug)  \(lesson.title)"
      if line.count <= console.paper.width {
        console.show(line)
      } else {
        console.show("\(number)  \(lesson.slug)")
        console.show(lesson.title.wrapped(to: console.paper.width, indent: 4))
      }
    }
    return .passed
  }
}
