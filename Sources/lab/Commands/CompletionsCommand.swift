import OperationBench
import OperationCourse
import OperationLab
import OperationTesting

/// Prints what a shell needs to complete the words of `lab`, or its page of the manual.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let abstract = "completions for a shell, or the page of the manual"
  static let operands = "bash|zsh|fish|man"
  static let options: [OptionSpec] = []

  private let text: String

  init(_ arguments: Arguments) throws(Failure) {
    let texts = Completions(Lab.commands)
    switch try arguments.onlyOperand(of: Self.self) {
    case "bash": text = texts.bash
    case "zsh": text = texts.zsh
    case "fish": text = texts.fish
    case "man": text = ManualPage.text(Lab.commands)
    default: throw .usage("'\(Self.title)' needs one of \(Self.operands)")
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    console.show(text)
    return .passed
  }
}

/// What shells complete after `lab`: made from the commands, as help is.
@MainActor
struct Completions {
  private let commands: [any Command.Type]

  init(_ commands: [any Command.Type]) {
    self.commands = commands
  }

  /// Where nothing fits, bash completes the names of files.
  var bash: String {
    let options = commands.map { command in
      "    \(command.name)) words='\(command.allOptions.map(\.name).joined(separator: " "))' ;;"
    }
    let values = commands.flatMap { command in
      command.allOptions.filter { $0.value != nil }.map { option in
        "    '\(command.name) \(option.name)') words='\(words(of: option, of: command))' ;;"
      }
    }
    let operands = commands.filter { !words(of: $0).isEmpty }.map { command in
      "    '\(command.name) '*) words='\(words(of: command))' ;;"
    }
    return """
      _lab() {
        local word=${COMP_WORDS[COMP_CWORD]} words=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(names) --help --version'
        elif [[ $word == -* ]]; then
          case ${COMP_WORDS[1]} in
      \(options.joined(separator: "\n"))
          esac
        else
          case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
      \((values + operands).joined(separator: "\n"))
          esac
        fi
        if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
      }
      complete -o default -F _lab lab
      """
  }

  var zsh: String {
    let list = commands.map { "  \(zshWord($0.name, ":" + zshText($0.abstract)))" }
    let cases = commands.map { command in
      let options = command.allOptions.map { option in
        let known = words(of: option, of: command)
        let action = known.isEmpty ? "_files" : "(\(known))"
        let value = option.value.map { ":\(zshText($0)):\(action)" } ?? ""
        return zshWord("*" + option.name, "[\(zshText(option.help))]\(value)")
      }
      let known = words(of: command)
      let operand = known.isEmpty ? "'*:file:_files'" : "'*:value:(\(known))'"
      return "  \(command.name)) _arguments \(options.joined(separator: " ")) \(operand) ;;"
    }
    return """
      #compdef lab
      local -a commands
      commands=(
      \(list.joined(separator: "\n"))
        '--help:show the commands' '--version:show the release'
      )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      case $words[2] in
      \(cases.joined(separator: "\n"))
      esac
      """
  }

  var fish: String {
    let lines = commands.flatMap { command in
      let head = "complete -c lab -n __fish_use_subcommand -f -a \(command.name)"
      let within = "complete -c lab -n '__fish_seen_subcommand_from \(command.name)'"
      let options = command.allOptions.map { option in
        let known = words(of: option, of: command)
        let value = option.value == nil ? "" : known.isEmpty ? " -r" : " -r -f -a '\(known)'"
        return "\(within) -l \(option.name.dropFirst(2))\(value) -d \(fishWord(option.help))"
      }
      let operands = words(of: command)
      return ["\(head) -d \(fishWord(command.abstract))"] + options
        + (operands.isEmpty ? [] : ["\(within) -f -a '\(operands)'"])
    }
    return
      (["complete -c lab -n __fish_use_subcommand -l version -d 'show the release'"] + lines)
      .joined(separator: "\n")
  }

  /// The values that an option may have, with blanks between. Empty for files, numbers and free text.
  private func words(of option: OptionSpec, of command: any Command.Type) -> String {
    option.name == "--rule"
      ? Battery.rules.map(\.id).joined(separator: " ") : words(named: option.value ?? "")
  }

  /// The same for a command's operands.
  private func words(of command: any Command.Type) -> String { words(named: command.operands) }

  /// The words that help calls by that name. Small words and numbers stand for themselves.
  private func words(named name: String) -> String {
    guard name.contains("|") || name == name.lowercased() else { return "" }
    return name.split { "[|]".contains($0) }.flatMap { part in
      switch part {
      case "N": ([Lessons.first] + Lessons.all).map { "\($0.number)" }
      case "NAME": ([Lessons.first] + Lessons.all).map(\.slug)
      case "N.M": Exercises.all.map { "\($0.lesson).\($0.place)" } + Exercises.exam.map(\.id)
      default: ["\(part)"]
      }
    }.joined(separator: " ")
  }

  private var names: String { commands.map { $0.name }.joined(separator: " ") }

  private func zshWord(_ name: String, _ rest: String) -> String {
    "'" + (name + rest).replacing("'", with: "'\\''") + "'"
  }

  private func zshText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// Within quotes, fish takes a backslash before a quote or a backslash for a sign of its own.
  private func fishWord(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

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
