import Foundation
import OperationBench

@testable import LabKit
@testable import OperationTesting

/// The files with subjects beside this one, compiled into one program: each trial of each subject
/// runs in a process of that program, as with `lab check`.
struct SubjectFolder {
  /// A subject as its file declares it.
  struct Entry {
    /// The expression up to its first argument, which is the name of what it makes.
    let name: String
    let expression: String
    let file: String
    /// Whether its comment begins with the words of all that is broken on purpose.
    let isBroken: Bool
    /// The lines of the declaration, up to the next subject's.
    let body: Substring
  }

  let entries: [Entry]
  private let program: URL
  private let environment: [String: String]
  private let folder: TemporaryFolder

  /// Compiled once, when it is first needed.
  static let shared = Result { try SubjectFolder() }

  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Subjects")

  /// The paths of these files, which are named without their ending.
  static func paths(_ names: [String]) -> [String] {
    names.map { url.appendingPathComponent("\($0).swift").path }
  }

  init() throws {
    let paths = try FileManager.default.contentsOfDirectory(atPath: Self.url.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { Self.url.appendingPathComponent($0).path }
    let files = try SubjectFiles(paths)
    entries = zip(files.paths, files.sources).flatMap(Self.entries)
    folder = try TemporaryFolder()
    let driver = Driver(expression: Self.choice(of: entries), modules: files.modules)
    let compiler = try SubjectCompiler(beside: LabProcess.executable)
    environment = compiler.runningEnvironment
    switch try compiler.compile(
      files, driver: driver.source, beside: .points, in: folder
    ).0 {
    case .program(let url): program = url
    case .refused(let messages): throw Refused(messages: messages)
    }
  }

  /// The compiler's own words.
  struct Refused: Error { let messages: String }

  /// The battery's verdicts on one subject.
  ///
  /// Takes a while.
  func check(_ name: String, _ rules: [Rule] = Battery.rules) throws -> Conformance.Report {
    let runner = BatteryRunner { [program, environment] order in
      ChildProcess(
        executable: program, arguments: order.arguments,
        environment: environment.merging([Self.variable: name]) { $1 })
    }
    return try runner.check(Subject(name) { _ in Operation() }, rules: rules)
  }

  /// Its value is the name of the subject to make.
  static let variable = "CATALOGUE_SUBJECT"

  private static func entries(path: String, source: String) -> [Entry] {
    let parts = source.split(separator: "/// make: `", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).map { before, part in
      let expression = String(part.prefix { $0 != "`" })
      let comment = before.suffix(from: before.range(of: "\n\n", options: .backwards)!.upperBound)
      return Entry(
        name: String(expression.prefix { !"( {<".contains($0) }).replacing(".make", with: ""),
        expression: expression,
        file: URL(fileURLWithPath: path).lastPathComponent,
        isBroken: comment.contains("/// BROKEN ON PURPOSE: "), body: part)
    }
  }

  /// One program makes all subjects. An environment variable chooses one.
  private static func choice(of entries: [Entry]) -> String {
    let cases = entries.map { "case \"\($0.name)\": return \($0.expression)" }
    return """
      switch ProcessInfo.processInfo.environment["\(variable)"] {
      \(cases.joined(separator: "\n"))
      default: fatalError("no such subject")
      }
      """
  }
}
