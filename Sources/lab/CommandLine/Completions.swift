import LabShared

/// What shells complete after `lab`: made from the commands, as help is.
@MainActor
struct Completions {
  private let commands: [any Command.Type]

  init(_ commands: [any Command.Type]) {
    self.commands = commands
  }

  /// Where nothing fits, bash completes the names of files.
  var bash: String {
    let cases = commands.map { command in
      "    \(command.name)) words='\(command.allOptions.map(\.name).joined(separator: " "))' ;;"
    }
    return """
      _lab() {
        local word=${COMP_WORDS[COMP_CWORD]} words=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(names) --help --version'
        elif [[ $word == -* ]]; then
          case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
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
        let value = option.values.map { ":\($0):_files" }.joined()
        return zshWord("*" + option.name, "[\(zshText(option.help))]\(value)")
      }
      return "  \(command.name)) _arguments \(options.joined(separator: " ")) '*:file:_files' ;;"
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
      return ["\(head) -d \(fishWord(command.abstract))"]
        + command.allOptions.map { option in
          "complete -c lab -n '__fish_seen_subcommand_from \(command.name)'"
            + " -l \(option.name.dropFirst(2))\(option.value == nil ? "" : " -r")"
            + " -d \(fishWord(option.help))"
        }
    }
    return
      (["complete -c lab -n __fish_use_subcommand -l version -d 'show the release'"] + lines)
      .joined(separator: "\n")
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
