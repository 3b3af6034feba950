import Foundation
import Testing

@testable import LabKit

@Suite("How lab was started", .repeatable)
struct InvocationTests {
  @Test("is how suggested commands begin", arguments: ["lab", ".build/debug/lab", "/opt/lab"])
  func program(_ typed: String) {
    #expect(Invocation([typed, "list"]).command("list") == "\(typed) list")
  }

  @Test("keeps the learner's options for the commands that take them, whole for a shell")
  func options() {
    let lab = Invocation(
      ["my tools/lab", "hint", "--state=a", "--dir", "it's mine", "3", "--state", "b c"])
    #expect(lab.command("hint 3") == "'my tools/lab' hint 3 --dir 'it'\\''s mine' --state 'b c'")
    #expect(lab.command("list") == "'my tools/lab' list")
    #expect(lab.command("hint --help") == "'my tools/lab' hint --help")
  }

  @Test("keeps the language for the commands that take one")
  @MainActor
  func keepsLanguage() {
    let lab = Invocation(["lab", "lesson", "3", "--lang", "zh"])
    #expect(lab.command("read 3") == "lab read 3 --lang zh")
    #expect(lab.command("explore 3") == "lab explore 3")
    #expect(lab.command("--help") == "lab --help --lang zh")
    let commands = (Lab.commands + [WelcomeCommand.self]).filter { command in
      command.options.contains { $0.name == OptionSpec.language.name }
    }
    #expect(Set(commands.map { $0.name }) == Invocation.translatedCommands)
  }

  @Test("takes nothing for an option that follows two dashes, or has no value")
  func noOptions() {
    #expect(
      Invocation(["lab", "hint", "3", "--", "--state", "x"]).command("hint 3") == "lab hint 3")
    #expect(Invocation(["lab", "hint", "3", "--state"]).command("hint 3") == "lab hint 3")
  }

  @Test("is swift run where that finds the package, and the path elsewhere")
  func swiftRun() throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("package-\(UUID().uuidString)")
    defer { do { try manager.removeItem(at: root) } catch {} }
    let own = root.appendingPathComponent("lab-work/03-missing-finish")
    try manager.createDirectory(at: own, withIntermediateDirectories: true)
    for folder in [root, own] {
      try Data().write(to: folder.appendingPathComponent("Package.swift"))
    }
    func begins(_ typed: String, in folder: URL, shell: String? = nil) -> String {
      Invocation([typed], environment: shell.map { ["_": $0] } ?? [:], folder: folder.path)
        .command("")
    }
    let built = root.path + "/.build/some-platform/debug/lab"
    #expect(begins(built, in: root) == "swift run lab")
    #expect(begins(".build/some-platform/debug/lab", in: root) == "swift run lab")
    #expect(
      begins("../.build/some-platform/debug/lab", in: root.appendingPathComponent("lab-work"))
        == "swift run lab")
    #expect(begins(".build/debug/lab", in: root, shell: "/usr/bin/swift") == "swift run lab")
    #expect(begins(".build/some-platform/release/lab", in: root) == "swift run -c release lab")
    // The exercise has a package of its own, without a lab.
    #expect(begins(built, in: own) == built)
    #expect(begins(built, in: URL(fileURLWithPath: "/")) == built)
    // These are what one types.
    #expect(begins(built, in: root, shell: built) == built)
    #expect(begins(".build/debug/lab", in: root) == ".build/debug/lab")
    #expect(begins("./lab", in: root) == "./lab")
  }
}
