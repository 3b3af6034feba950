import OperationLab

/// The page of the manual, made from the commands, as help is.
@MainActor
enum ManualPage {
  static func text(_ commands: [any Command.Type]) -> String {
    let parts = commands.map { command in
      let options = command.allOptions.map { option in
        let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
        return ".RS\n.TP\n\\fB\(escaped(option.name))\\fR\(value)\n\(escaped(option.help))\n.RE"
      }
      let words = command.notes(in: .english)
      let notes = words.isEmpty ? "" : "\n.PP\n.nf\n\(escaped(words))\n.fi"
      return """
        .TP
        \\fBlab \(command.name)\\fR \(escaped(command.operands))
        \(escaped(command.abstract))
        \(options.joined(separator: "\n"))\(notes)
        """
    }
    return """
      .TH LAB 1 "" "OperationLab \(Release.version)"
      .SH NAME
      lab \\- lessons about Operation and OperationQueue, and a checker for subclasses
      .SH SYNOPSIS
      \\fBlab\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]
      .SH COMMANDS
      \(parts.joined(separator: "\n"))
      .SH EXIT STATUS
      \(escaped(Help.exitStatus.replacing("Exit status: ", with: "")))
      """
  }

  /// A backslash, a dash, and a line that begins with a dot or a quote are signs of the format.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }
      .joined(separator: "\n")
  }
}
