import Foundation
import Testing

@testable import LabKit

@Suite("Completions and the manual", .longPlan, .repeatable, .elsewhere)
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
      if command.name == "check" {
        #expect(text.contains("is-released") && text.contains("junit"))
      }
      for option in command.allOptions {
        #expect(text.contains(kind == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name))
      }
    }
  }

  @Test(
    "complete commands, the options of a command, and the words that it takes in bash",
    arguments: [
      ("lab les", "lesson"), ("lab check --san", "--sanitize"), ("lab list --san", ""),
      ("lab lesson missing", "missing-finish"), ("lab lesson --all 22", "22"),
      ("lab read diff", "differences"), ("lab verify 12.", "12.1 12.2"),
      ("lab check --rule is-r", "is-released"), ("lab check A.swift --format ju", "junit"),
      ("lab claims --lesson missing", "missing-finish"), ("lab list --route sh", "short"),
      ("lab check le", ""), ("lab check --rule is-released le", ""), ("lab hint --number 1", ""),
    ])
  func bash(_ line: String, _ expected: String) throws {
    let result = try LabProcess.shell(
      """
      bash -c 'eval "$("$LAB" completions bash)"; COMP_WORDS=(\(line)); \
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lab; echo "${COMPREPLY[*]}"'
      """)
    #expect(result.output == expected + "\n", "\(result.errors)")
  }
}
