/// The words of `--help`.
@MainActor
enum Help {
  static func text(_ commands: [any Command.Type]) -> String {
    let lines = commands.map { command in
      "  " + "lab \(command.name) \(command.operands)  ".padded(to: 26) + command.abstract
    }
    return """
      usage: lab COMMAND [OPTION…]

      \(lines.joined(separator: "\n"))

      'lab COMMAND --help' shows its options, and 'lab --version' the release.
      \(exitStatus)
      """
  }

  static let exitStatus = """
    Exit status: 0 passed, 1 a claim or rule failed, 64 usage, 65 the given file
    does not compile, 66 it cannot be read or the output not be written, 70 internal
    fault, 130 interrupted.
    """

  static func text(of command: any Command.Type) -> String {
    let options = command.allOptions.map { option in
      "  " + (option.name + (option.value.map { " \($0)" } ?? "") + "  ").padded(to: 22)
        + option.help
    }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return """
      usage: lab \(command.name)\(operands) [OPTION…]

      \(command.abstract)

      \(options.joined(separator: "\n"))
      """ + (command.notes.isEmpty ? "" : "\n\n" + command.notes)
  }
}
