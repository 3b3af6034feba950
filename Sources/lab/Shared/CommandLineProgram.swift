import Foundation
import OperationBench
import OperationCourse
import OperationDoctor
import OperationDownloads
import OperationLab

/// A program made of commands: finds the command, runs it, and ends the process with its status.
@MainActor
package struct CommandLineProgram {
  private let name: String
  private let commands: [any Command.Type]
  private let hidden: [any Command.Type]
  private let first: (any Command.Type)?

  /// - Parameters:
  ///   - name: what one types.
  ///   - commands: in the order in which help shows them.
  ///   - first: the command that is meant where none is named. `nil` for the help.
  package init(
    _ name: String, _ commands: [any Command.Type], first: (any Command.Type)? = nil
  ) {
    self.name = name
    self.commands = commands
    self.first = first
    // Every program starts itself again to run one program of a lesson.
    hidden = [HostCommand.self] + [first].compactMap { $0 }
  }

  /// Runs the command that the process's arguments name.
  package func main() -> Never {
    StandardStreams.fill()
    Platform.allowManyFiles()
    let console = Console(program: name)
    do throws(Failure) {
      try Interruption.install()
      // Even the program's name is missing: Swift reads the words from /proc.
      guard !CommandLine.arguments.isEmpty else {
        throw Failure(
          status: .unreadable,
          message: "cannot read the command's words: /proc is missing here. Mount it and try again")
      }
      guard Checkout.root != nil else { throw Checkout.notFound }
      quit(try run(Array(CommandLine.arguments.dropFirst()), console))
    } catch {
      console.complain(error.message)
      quit(error.status)
    }
  }

  private func run(_ words: [String], _ console: Console) throws(Failure) -> ExitStatus {
    // The output of `lab` alone depends on the learner's progress, too.
    let ownOptions = OptionSpec.learner + [.language]
    let namesCommand = words.first.map { word in
      !ownOptions.contains { word == $0.name || word.hasPrefix($0.name + "=") }
    }
    let words = namesCommand == true ? words : [first?.name ?? "--help"] + words
    let name = words[0]
    if name == "--help" || name == "-h" || name == "help" {
      let command = commands.first { words.count > 1 && $0.name == words[1] }
      console.askedLanguage = Invocation.current.askedLanguage
      let say = console.language
      let isAll = words.count > 1 && words[1] == "all"
      console.show(
        command.map { Help.text(of: $0, in: say) }
          ?? (isAll ? Help.all : Help.text)(self.name, commands, say))
      return .passed
    }
    if name == "--version" {
      console.show("\(self.name) \(Release.version)")
      return .passed
    }
    guard let command = (commands + hidden).first(where: { $0.name == name }) else {
      throw .usage(
        "unknown command '\(name)'"
          + Nearest.suggestion(for: name, among: commands.map { $0.name })
          + " \(Invocation.mention("--help")) lists the commands")
    }
    let arguments = try Arguments(Array(words.dropFirst()), for: command)
    console.askedLanguage = try arguments.language()
    if arguments.has("--help") {
      console.show(Help.text(of: command, in: console.language))
      return .passed
    }
    if arguments.has("--no-color") {
      console.isColoured = false
    }
    return try command.init(arguments).run(console)
  }
}

/// The one place that ends the process. An interrupt that has come goes first, and the terminal is
/// given back as it was.
package func quit(_ status: ExitStatus) -> Never {
  Interruption.letPass()
  Console.eraseProgress()
  TemporaryFolder.removeAll()
  TerminalMode.leave()
  _exit(status.rawValue)
}

/// One command of a program: how it is called, and what it does.
@MainActor
package protocol Command: Sendable {
  /// The program that it belongs to.
  static var program: String { get }
  static var name: String { get }
  /// A line for the list of commands.
  static var abstract: String { get }
  /// The operands after the name, such as `N|SLUG`. Empty if there are none.
  static var operands: String { get }
  static var options: [OptionSpec] { get }
  /// Further help below the options. Usually empty.
  static var notes: String { get }
  /// The notes in a language.
  static func notes(in say: Language) -> String

  init(_ arguments: Arguments) throws(Failure)
  func run(_ console: Console) throws(Failure) -> ExitStatus
}

extension Command {
  package static var program: String { "lab" }
  package static var notes: String { "" }
  package static func notes(in say: Language) -> String { say.text(notes) }

  /// What one types for it, without operands.
  package static var title: String { "\(program) \(name)" }

  /// The options of its own, and those that it shares with others.
  package static var allOptions: [OptionSpec] {
    options + (Invocation.learnerCommands.contains(name) ? OptionSpec.learner : [])
      + OptionSpec.common
  }
}

/// An option of a command.
package struct OptionSpec: Sendable {
  package let name: String
  /// The name of its value in help. `nil` for a switch.
  package let value: String?
  package let help: String

  package init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// For commands about the learner's work and progress.
  package static let learner = [
    OptionSpec("--dir", "DIR", "the folder of your work (default lab-work)"),
    OptionSpec("--state", "FILE", "keep your progress in FILE"),
  ]

  /// The option of commands that print what is translated.
  package static let language = OptionSpec(
    "--lang", "en|zh", "the language (default: that of your terminal)")

  /// The options of every command.
  package static let common = [
    OptionSpec("--no-color", nil, "no colours, as with NO_COLOR set"),
    OptionSpec("--help", nil, "show this help"),
  ]
}

/// The words of `--help`.
@MainActor
package enum Help {
  package static func text(
    _ program: String, _ commands: [any Command.Type], in say: Language = .english
  ) -> String {
    let lines = commands.map { command in
      let words = "\(command.name) \(command.operands)"
      // Its own help has them all.
      let short = words.count > 18 ? "\(command.name) …" : words
      return "  \(program) " + short.padded(to: 20) + say.text(command.abstract)
    }
    return """
      \(say("usage: \(program) COMMAND [OPTION…]"))

      \(lines.joined(separator: "\n"))

      \(say("'\(program) COMMAND --help' shows its options, and '\(program) help all' everything."))
      """
  }

  /// The help of all commands, and what concerns all of them.
  package static func all(
    _ program: String, _ commands: [any Command.Type], in say: Language = .english
  ) -> String {
    let parts = [text(program, commands, in: say)] + commands.map { text(of: $0, in: say) }
    return (parts + [say.text(exitStatus), say("'\(program) --version' shows the release.")])
      .joined(separator: "\n\n")
  }

  package static let exitStatus = """
    Exit status: 0 passed, 1 a claim or rule failed, 64 usage, 65 the given file
    does not compile, 66 it cannot be read or the output not be written, 70 internal
    fault, 130 interrupted, 141 the reader of the output has gone away. The help of
    'lab download' has those of downloads.
    """

  package static func text(of command: any Command.Type, in say: Language = .english) -> String {
    let options = command.allOptions.map { option in
      "  " + (option.name + (option.value.map { " \($0)" } ?? "") + "  ").padded(to: 22)
        + say.text(option.help)
    }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    let notes = command.notes(in: say)
    return """
      \(say("usage: \(command.title + operands) [OPTION…]"))

      \(say.text(command.abstract))

      \(options.joined(separator: "\n"))
      """ + (notes.isEmpty ? "" : "\n\n" + notes)
  }
}
