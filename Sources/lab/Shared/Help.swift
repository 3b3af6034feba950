import OperationCourse
import OperationDoctor

/// The words of `--help`.
@MainActor
package enum Help {
  package static func text(
    _ program: String, _ commands: [any Command.Type], in say: Language = .english
  ) -> String {
    let lines = commands.map { command in
      "  " + "\(command.title) \(command.operands)  ".padded(to: 26)
        + say.text(command.abstract)
    }
    return """
      \(say("usage: \(program) COMMAND [OPTION…]"))

      \(lines.joined(separator: "\n"))

      \(say("'\(program) COMMAND --help' shows its options, and '\(program) --version' the release."))
      \(say.text(exitStatus))
      """
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
