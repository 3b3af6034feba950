import LabKit
import OperationCourse

/// The programs of a role, a line each, for the scripts.
struct ProgramsCommand: Command {
  static let program = "labdocs"
  static let name = "programs"
  static let abstract = "the programs of one role: lesson, slug, program"
  static let operands = "ROLE"
  static let options: [OptionSpec] = []

  private let role: Program.Role

  init(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.onlyOperand(of: Self.self) ?? ""
    guard let role = Program.Role(rawValue: name) else {
      throw .usage("'\(Self.title)' needs a role: article, broken or fixed")
    }
    self.role = role
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    for lesson in Lessons.all {
      for program in lesson.programs where program.role == role {
        console.show("\(lesson.number) \(lesson.slug) \(program.name)")
      }
    }
    return .passed
  }
}
