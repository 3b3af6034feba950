import Foundation
import OperationLab

/// The command line: finds the command, runs it, and ends the process with its status.
@main
enum Lab {
  @MainActor
  static func main() {
    Interruption.install()
    let console = Console()
    do throws(Failure) {
      let status = try run(Array(CommandLine.arguments.dropFirst()), console)
      Interruption.holdBack()
      quit(status)
    } catch {
      Interruption.holdBack()
      console.complain(error.message)
      quit(error.status)
    }
  }

  /// The commands, in the order in which help shows them.
  static let commands: [any Command.Type] = [
    ListCommand.self, LessonCommand.self, ReadCommand.self, ClaimsCommand.self,
    CheckCommand.self, DownloadCommand.self,
  ]

  /// Commands that only the kit itself uses.
  static let hiddenCommands: [any Command.Type] = [
    HostCommand.self, PagesCommand.self, ProgramsCommand.self, ServeCommand.self,
    BareFetchCommand.self,
  ]

  @MainActor
  static func run(_ words: [String], _ console: Console) throws(Failure) -> ExitStatus {
    guard let name = words.first else {
      console.show(Welcome.text)
      return .passed
    }
    if name == "--help" || name == "-h" || name == "help" {
      console.show(Help.text(commands))
      return .passed
    }
    guard let command = (commands + hiddenCommands).first(where: { $0.name == name }) else {
      throw .usage(
        "unknown command '\(name)'"
          + Nearest.suggestion(for: name, among: commands.map { $0.name })
          + "; 'lab --help' lists the commands")
    }
    let arguments = try Arguments(Array(words.dropFirst()), for: command)
    if arguments.has("--help") {
      console.show(Help.text(of: command))
      return .passed
    }
    if arguments.has("--no-color") {
      console.isColoured = false
    }
    return try command.init(arguments).run(console)
  }
}

/// The one place that ends the process.
func quit(_ status: ExitStatus) -> Never {
  _exit(status.rawValue)
}
