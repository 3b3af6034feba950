import Foundation
import OperationLab

/// This very program, for starting children of itself.
enum Executable {
  static var url: URL {
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  }

  /// A child of this program that hosts a program of a lesson.
  @Sendable
  static func host(_ lesson: Lesson, _ program: Program) -> ChildProcess {
    ChildProcess(
      executable: url, arguments: ["__host", lesson.slug, program.name])
  }
}
