import OperationDownloads
import OperationTesting
import OperationCourse

/// One command of `lab`: how it is called, and what it does.
@MainActor
protocol Command: Sendable {
  static var name: String { get }
  /// A line for the list of commands.
  static var abstract: String { get }
  /// The operands after the name, such as `N|SLUG`. Empty if there are none.
  static var operands: String { get }
  static var options: [OptionSpec] { get }
  /// Further help below the options. Usually empty.
  static var notes: String { get }

  init(_ arguments: Arguments) throws(Failure)
  func run(_ console: Console) throws(Failure) -> ExitStatus
}

extension Command {
  static var notes: String { "" }

  /// The options of its own, and those that it shares with others.
  static var allOptions: [OptionSpec] {
    options + (Invocation.learnerCommands.contains(name) ? OptionSpec.learner : [])
      + OptionSpec.common
  }
}

/// An option of a command.
struct OptionSpec: Sendable {
  let name: String
  /// The name of its value in help, or the names of its values with a blank between. `nil` for a
  /// switch.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The name of each value.
  var values: [Substring] { value?.split(separator: " ") ?? [] }

  /// For commands about the learner's work and progress.
  static let learner = [
    OptionSpec("--dir", "DIR", "the folder of your work (default lab-work)"),
    OptionSpec("--state", "FILE", "keep your progress in FILE"),
  ]

  /// The options of every command.
  static let common = [
    OptionSpec("--no-color", nil, "no colours, as with NO_COLOR set"),
    OptionSpec("--help", nil, "show this help"),
  ]
}
