import Foundation
import OperationCourse
import OperationTesting

/// This very program, for starting children of itself.
enum Executable {
  static var url: URL {
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  }

  /// The first program of that name in the folders of a `PATH`.
  static func named(_ name: String, on path: String) -> URL? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
      .map { URL(fileURLWithPath: $0) }
  }

  /// A child of this program that hosts a program of a lesson.
  @Sendable
  static func host(_ lesson: Lesson, _ program: Program) -> ChildProcess {
    // What a killed child leaves there goes with the folder.
    let place = TemporaryFolder.ofChildren.map { ["TMPDIR": $0.url.path] } ?? [:]
    return ChildProcess(
      executable: url, arguments: ["__host", lesson.slug, program.name], environment: place)
  }

  /// Runs a program of a lesson in orders that were chosen.
  static func orderRunner(
    _ lesson: Lesson, _ program: Program, deadline: Duration = ProgramRunner.usualDeadline
  ) -> OrderRunner {
    OrderRunner(program: program.name, deadline: deadline) { host(lesson, program, in: $0) }
  }

  /// As above, for a program in orders that were chosen.
  @Sendable
  static func host(_ lesson: Lesson, _ program: Program, in orders: [Order]) -> ChildProcess {
    var child = host(lesson, program)
    child.arguments += ["--orders", orders.listed]
    return child
  }
}
