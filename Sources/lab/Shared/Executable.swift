import Foundation
import OperationCourse
import OperationLab
import OperationBench

/// This very program, for starting children of itself.
package enum Executable {
  package static var url: URL {
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  }

  /// The first program of that name in the folders of a `PATH`.
  package static func named(_ name: String, on path: String) -> URL? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
      .map { URL(fileURLWithPath: $0) }
  }

  /// The compiler that the user's own builds use: `SWIFT_EXEC`, or the first on the PATH.
  package static func compiler() throws(Failure) -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["SWIFT_EXEC"], FileManager.default.isExecutableFile(atPath: path) {
      return URL(fileURLWithPath: path)
    }
    guard let compiler = Executable.named("swiftc", on: environment["PATH"] ?? "") else {
      throw Failure(
        status: .internalFault,
        message: "there is no 'swiftc' on the PATH. Install Swift or add its folder to the PATH")
    }
    return compiler
  }

  /// What the compiler needs in its environment: its own folder for modules, below the user's, cannot
  /// be written in a container without a home. One that it can write makes a first build slower.
  package static let compilerEnvironment: [String: String] = {
    let variables = ProcessInfo.processInfo.environment
    let own = "CLANG_MODULE_CACHE_PATH"
    let home = variables["HOME"] ?? ""
    let caches = variables["XDG_CACHE_HOME"] ?? home + "/.cache"
    let folder = URL(fileURLWithPath: caches).appendingPathComponent("clang/ModuleCache")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard Platform.current == .linux, variables[own] == nil,
      !FileManager.default.isWritableFile(atPath: folder.path),
      let place = TemporaryFolder.ofChildren
    else { return [:] }
    return [own: place.url.appendingPathComponent("modules").path]
  }()

  /// A child of this program that hosts a program of a lesson.
  @Sendable
  package static func host(_ lesson: Lesson, _ program: Program) -> ChildProcess {
    // What a killed child leaves there goes with the folder.
    let place = TemporaryFolder.ofChildren.map { ["TMPDIR": $0.url.path] } ?? [:]
    return ChildProcess(
      executable: url, arguments: ["__host", lesson.slug, program.name], environment: place)
  }

  /// Runs a program of a lesson in orders that were chosen.
  package static func orderRunner(
    _ lesson: Lesson, _ program: Program, deadline: Duration = Durations.program
  ) -> OrderRunner {
    OrderRunner(program: program.name, deadline: deadline) { host(lesson, program, in: $0) }
  }

  /// As above, for a program in orders that were chosen.
  @Sendable
  package static func host(_ lesson: Lesson, _ program: Program, in orders: [Order]) -> ChildProcess
  {
    var child = host(lesson, program)
    child.arguments += ["--orders", orders.listed]
    return child
  }
}
