import Foundation
import OperationCourse
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
