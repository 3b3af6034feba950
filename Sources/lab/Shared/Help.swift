import Foundation
import OperationCourse

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
