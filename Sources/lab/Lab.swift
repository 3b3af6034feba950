import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// The command line: finds the command, runs it, and ends the process with its status.
@main
enum Lab {
  @MainActor
  static func main() {
    StandardStreams.fill()
    Platform.allowManyFiles()
    let console = Console()
    do throws(Failure) {
      try Interruption.install()
      let status = try run(Array(CommandLine.arguments.dropFirst()), console)
      quit(status)
    } catch {
      console.complain(error.message)
      quit(error.status)
    }
  }

  /// The commands, in the order in which help shows them.
  static let commands: [any Command.Type] = [
    ListCommand.self, LessonCommand.self, ExploreCommand.self, PlayCommand.self,
    ReadCommand.self, ClaimsCommand.self, CheckCommand.self, DownloadCommand.self,
    ReviewCommand.self, RecapCommand.self, ProgressCommand.self,
    ExerciseCommand.self, VerifyCommand.self, HintCommand.self, SolutionCommand.self,
    WatchCommand.self,
  ]

  /// Commands that only the kit itself uses.
  static let hiddenCommands: [any Command.Type] = [
    BookCommand.self,
    WelcomeCommand.self, HostCommand.self, PagesCommand.self, ProgramsCommand.self,
    ServeCommand.self,
    BareFetchCommand.self, ProveCommand.self, CompletionsCommand.self,
  ]

  @MainActor
  static func run(_ words: [String], _ console: Console) throws(Failure) -> ExitStatus {
    // The output of `lab` alone depends on the learner's progress, too.
    let isWelcome = words.first.map { first in
      OptionSpec.learner.contains { first == $0.name || first.hasPrefix($0.name + "=") }
    }
    let words = isWelcome ?? true ? [WelcomeCommand.name] + words : words
    let name = words[0]
    if name == "--help" || name == "-h" || name == "help" {
      console.show(Help.text(commands))
      return .passed
    }
    if name == "--version" {
      console.show("lab \(Release.version)")
      return .passed
    }
    guard let command = (commands + hiddenCommands).first(where: { $0.name == name }) else {
      throw .usage(
        "unknown command '\(name)'"
          + Nearest.suggestion(for: name, among: commands.map { $0.name })
          + " \(Invocation.mention("--help")) lists the commands")
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

/// The one place that ends the process. An interrupt that has come goes first, and the terminal is
/// given back as it was.
func quit(_ status: ExitStatus) -> Never {
  Interruption.letPass()
  TemporaryFolder.removeAll()
  TerminalMode.leave()
  _exit(status.rawValue)
}
