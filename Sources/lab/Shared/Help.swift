/// The words of `--help`.
@MainActor
package enum Help {
  package static func text(_ program: String, _ commands: [any Command.Type]) -> String {
    let lines = commands.map { command in
      "  " + "\(command.title) \(command.operands)  ".padded(to: 26) + command.abstract
    }
    return """
      usage: \(program) COMMAND [OPTION…]

      \(lines.joined(separator: "\n"))

      '\(program) COMMAND --help' shows its options, and '\(program) --version' the release.
      \(exitStatus)
      """
  }

  package static let exitStatus = """
    Exit status: 0 passed, 1 a claim or rule failed, 64 usage, 65 the given file
    does not compile, 66 it cannot be read or the output not be written, 70 internal
    fault, 130 interrupted, 141 the reader of the output has gone away. The help of
    'lab download' has those of downloads.
    """

  package static func text(of command: any Command.Type) -> String {
    let options = command.allOptions.map { option in
      "  " + (option.name + (option.value.map { " \($0)" } ?? "") + "  ").padded(to: 22)
        + option.help
    }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return """
      usage: \(command.title)\(operands) [OPTION…]

      \(command.abstract)

      \(options.joined(separator: "\n"))
      """ + (command.notes.isEmpty ? "" : "\n\n" + command.notes)
  }
}
