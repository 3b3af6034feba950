import Foundation
import Testing

/// `Scripts/install`, but for the build, which takes minutes.
@Suite("Scripts/install", .repeatable, .elsewhere)
struct InstallScriptTests {
  private let script = LabProcess.checkout.appendingPathComponent("Scripts/install").path

  @Test("--uninstall removes what was installed and nothing else, also without Swift")
  func uninstalls() throws {
    try withFolder { folder throws in
      let prefix = folder.appending(path: "a b")
      let installed = [
        "bin/lab", "lib/operation-lab/lab", "lib/operation-lab/Modules/A.swiftmodule",
        "share/bash-completion/completions/lab", "share/zsh/site-functions/_lab",
        "share/fish/vendor_completions.d/lab.fish", "share/man/man1/lab.1",
      ]
      let others = ["bin/other", "lib/other/lab", "share/man/man1/other.1"]
      for name in installed + others {
        let file = prefix.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      let command = "'\(script)' --uninstall '\(prefix.path)'"
      let path = ["PATH": "/usr/bin:/bin"]
      let result = try LabProcess.shell(command, environment: path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.split(separator: "\n").count == 6)
      let left = try LabProcess.shell("cd '\(prefix.path)' && find . -type f | sort").output
      #expect(left.split(separator: "\n") == others.map { "./\($0)" })
      let again = try LabProcess.shell(command, environment: path)
      #expect(again.status == 66)
      #expect(again.errors.contains("there is no installed lab in"))
    }
  }

  @Test(
    "refuses what it does not know, in a line",
    arguments: ["--remove", "a b", "--uninstall --uninstall a b"])
  func refuses(words: String) throws {
    let result = try LabProcess.shell("'\(script)' \(words)")
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
