import OperationCourse
import Foundation
import Testing

@testable import LabKit

/// The real `lab`, and a learner who pastes what it suggests into a shell.
@Suite("The commands that lab suggests", .longPlan, .repeatable, .elsewhereFirst)
struct SuggestedCommandTests {
  @Test("work when they are pasted, from lesson 0 to exercise 3, with blanks in all paths")
  func walk() throws {
    let shell = try PastingShell(program: LabProcess.executable.path.shellQuoted)
    for lesson in 0...3 {
      #expect(try shell.follow("lesson \(lesson)").contains { $0.contains("lesson \(lesson + 1)") })
    }
    for id in ["1", "2", "3"] {
      let exercise = try #require(Exercises.find(id))
      #expect(try shell.follow("solution \(id)", status: 1).count == 2)
      let commands = try shell.follow("exercise \(id)")
      #expect(commands.contains { $0.contains("verify \(id)") })
      for _ in 1...3 { try shell.follow("hint \(id)") }
      let solution = try ExerciseSource(exercise: exercise).solution()
      let file = URL(fileURLWithPath: "\(shell.work)/\(exercise.file)")
      try solution.write(to: file, atomically: false, encoding: .utf8)
      #expect(try shell.follow("verify \(id)").contains { $0.contains("solution \(id)") })
    }
    #expect(try !shell.follow("progress").isEmpty)
    #expect(try !shell.follow("verify 5", status: 66).isEmpty)
    #expect(try !shell.follow("lesson 99", status: 64).isEmpty)
    #expect(try ProgressFile(path: shell.state).load().mended == ["1", "2", "3"])
    // A command that forgets an option works here instead, or in the home folder.
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.place.path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: shell.home.path))
  }

  @Test(
    "begin as lab was started",
    arguments: ["lab", "'./it'\\''s a lab'", "tools/lab", "'$tools/lab'"])
  func started(_ program: String) throws {
    let shell = try PastingShell(program: program)
    let link = LabProcess.executable.path.shellQuoted
    _ = try LabProcess.shell(
      """
      cd \(shell.place.path.shellQuoted) && mkdir tools '$tools' &&
      for place in tools/lab '$tools/lab' 'it'\\''s a lab'; do ln -s \(link) "$place"; done
      """)
    #expect(try !shell.follow("progress").isEmpty)
    #expect(try !shell.follow("hint 3 --number 3").isEmpty)
    #expect(try !shell.follow("exercise x", status: 64).isEmpty)
    #expect(try !shell.follow("", status: 0, runs: ["list", "read", "progress"]).isEmpty)
  }

  @Test("are understood, all that lab alone names")
  func welcome() throws {
    let shell = try PastingShell(program: LabProcess.executable.path.shellQuoted)
    let commands = shell.suggestions(in: try shell.paste(shell.command("")))
    for name in ["lesson 0", "quiz"] {
      #expect(commands.contains { $0.hasPrefix("\(shell.program) \(name)") })
    }
    for command in commands {
      let result = try shell.paste(command + " --help")
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
  }
}

/// A shell in a folder of its own, and elsewhere the learner's work and progress.
private final class PastingShell {
  /// The words that start `lab`, as typed.
  let program: String
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("a learner's folder \(UUID().uuidString)")
  private var pasted: Set<String> = []

  var place: URL { folder.appendingPathComponent("here") }
  var home: URL { folder.appendingPathComponent("home") }
  var work: String { folder.appendingPathComponent("my work").path }
  var state: String { folder.appendingPathComponent("my progress").path }

  init(program: String) throws {
    self.program = program
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  deinit { do { try FileManager.default.removeItem(at: folder) } catch {} }

  /// A command line of the learner's own.
  func command(_ words: String) -> String {
    "\(program) \(words) --dir \(work.shellQuoted) --state \(state.shellQuoted)"
  }

  func paste(_ command: String) throws -> LabProcess.Result {
    try LabProcess.shell(
      "cd \(place.path.shellQuoted) && PATH=\"$PWD/tools:$PATH\" && \(command)",
      environment: ["XDG_STATE_HOME": home.path])
  }

  /// What is suggested: on standard output to the end of a line, in an error between backquotes.
  func suggestions(in result: LabProcess.Result) -> [String] {
    let shown = result.lines.compactMap { line in
      line.range(of: program + " ").map { String(line[$0.lowerBound...]) }
    }
    let parts = result.errors.split(separator: "`", omittingEmptySubsequences: false)
    return shown + parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
  }

  /// Types a command, and pastes every command that it suggests, each only once.
  ///
  /// - Parameter runs: the suggested commands to run. By default all.
  /// - Returns: what was suggested.
  @discardableResult
  func follow(
    _ words: String, status: Int32 = 0, runs: Set<String>? = nil
  ) throws -> [String] {
    let result = try paste(command(words))
    #expect(result.status == status, "\(words): \(result.output)\(result.errors)")
    let commands = suggestions(in: result)
    for command in commands where pasted.insert(command).inserted {
      #expect(command.hasPrefix(program + " "))
      let name = command.dropFirst(program.count + 1).prefix { $0 != " " }
      guard runs?.contains(String(name)) ?? true else { continue }
      // An exercise as it is given does not pass.
      let expected: Int32 = name == "verify" ? 1 : 0
      let pasted = try paste(command)
      #expect(pasted.status == expected, "\(command): \(pasted.output)\(pasted.errors)")
    }
    return commands
  }
}
