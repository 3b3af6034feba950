import Foundation
import OperationCourse

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
