import Foundation
import Testing

@testable import LabShared
@testable import lab

@Suite("Completions and the manual", .repeatable, .elsewhere)
struct CompletionsTests {
  @Test(
    "name every command and every option", arguments: ["bash", "zsh", "fish", "man"])
  @MainActor
  func complete(_ kind: String) throws {
    let result = try LabProcess.run("completions", kind)
    #expect(result.status == 0)
    let text = result.output.replacing("\\-", with: "-")
    for command in Lab.commands {
      #expect(text.contains(command.name))
      for option in command.allOptions {
        #expect(text.contains(kind == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name))
      }
    }
  }

  @Test(
    "complete commands, the options of a command, and no option of another in bash",
    arguments: [("lab les", "lesson"), ("lab check --san", "--sanitize"), ("lab list --san", "")])
  func bash(_ line: String, _ expected: String) throws {
    let result = try LabProcess.shell(
      """
      bash -c 'eval "$("$LAB" completions bash)"; COMP_WORDS=(\(line)); \
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lab; echo "${COMPREPLY[*]}"'
      """)
    #expect(result.output == expected + "\n", "\(result.errors)")
  }
}
