/// The words of `--help`.
@MainActor
enum Help {
  static func text(_ commands: [any Command.Type]) -> String {
    let lines = commands.map { command in
      "  " + pad("lab \(command.name) \(command.operands)", 26) + command.abstract
    }
    return """
      usage: lab COMMAND [OPTION…]

      \(lines.joined(separator: "\n"))

      'lab COMMAND --help' shows its options.
      Exit status: 0 passed, 1 a claim or rule failed, 64 usage, 65 the given file
      does not compile, 66 it cannot be read or the output not be written, 70 internal
      fault, 130 interrupted.
      """
  }

  static func text(of command: any Command.Type) -> String {
    let options = command.allOptions.map { option in
      "  " + pad(option.name + (option.value.map { " \($0)" } ?? ""), 22) + option.help
    }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return """
      usage: lab \(command.name)\(operands) [OPTION…]

      \(command.abstract)

      \(options.joined(separator: "\n"))
      """ + (command.notes.isEmpty ? "" : "\n\n" + command.notes)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }
}
