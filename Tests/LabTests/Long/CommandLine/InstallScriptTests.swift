import Foundation
import Testing

/// `Scripts/install`, but for the optimised build, which takes minutes.
@Suite("Scripts/install", .longPlan, .repeatable, .elsewhere)
struct InstallScriptTests {
  private let script = LabProcess.checkout.appendingPathComponent("Scripts/install").path

  @Test("installs what is built here, which then lists, runs, checks and judges, and is removed")
  func installs() throws {
    try withFolder { folder in
      let prefix = folder.appending(path: "a b").path
      let result = try LabProcess.shell("BUILT=\"${LAB%/lab}\" '\(script)' '\(prefix)'")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.split(separator: "\n").count == 6)
      let file = LabProcess.checkout.appending(path: "Lessons/check-your-own/Upload.swift").path
      for (words, status, seen) in [
        ("list", 0, "missing-finish"), ("lesson 3", 0, "Why does it not run?"),
        ("check '\(file)' --make 'Upload(work: probe.begin)'", 1, "cancel-before-enqueue"),
        ("exercise 3", 0, "Your file: "), ("verify 3", 1, "not yet"),
      ] as [(String, Int32, String)] {
        let result = try LabProcess.shell(
          "cd '\(folder.path)' && '\(prefix)/bin/lab' \(words)",
          environment: ["XDG_STATE_HOME": folder.path])
        #expect(result.status == status && result.output.contains(seen), "\(words): \(result)")
      }
      let removed = try LabProcess.shell("'\(script)' --uninstall '\(prefix)'")
      #expect(removed.status == 0, "\(removed.errors)")
      #expect(try LabProcess.shell("find '\(prefix)' ! -type d").output.isEmpty)
    }
  }

  @Test("--uninstall removes what was installed and nothing else, also without Swift")
  func uninstalls() throws {
    try withFolder { folder throws in
      let prefix = folder.appending(path: "a b")
      let installed = ["lib/operation-lab/lab", "lib/operation-lab/Modules/A.swiftmodule"]
      let others = ["bin/other", "lib/other/lab", "share/man/man1/other.1"]
      for name in installed + others {
        let file = prefix.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      for (name, target) in Self.links { try link(prefix.appending(path: name), to: target) }
      let command = "'\(script)' --uninstall '\(prefix.path)'"
      let path = ["PATH": "/usr/bin:/bin"]
      let result = try LabProcess.shell(command, environment: path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.split(separator: "\n").count == 6)
      let left = try LabProcess.shell("cd '\(prefix.path)' && find . ! -type d | sort").output
      #expect(left.split(separator: "\n") == others.map { "./\($0)" })
      let again = try LabProcess.shell(command, environment: path)
      #expect(again.status == 66)
      #expect(again.errors.contains("there is no installed lab in"))
    }
  }

  /// Where they are, and where they lead.
  private static let links = [
    ("bin/lab", "../lib/operation-lab/lab"),
    ("share/bash-completion/completions/lab", "../../../lib/operation-lab/completions/lab"),
    ("share/zsh/site-functions/_lab", "../../../lib/operation-lab/completions/_lab"),
    (
      "share/fish/vendor_completions.d/lab.fish", "../../../lib/operation-lab/completions/lab.fish"
    ),
    ("share/man/man1/lab.1", "../../../lib/operation-lab/lab.1"),
  ]

  private func link(_ place: URL, to target: String) throws {
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.path, withDestinationPath: target)
  }

  @Test(
    "neither replaces nor removes what is not its own, and changes nothing then",
    arguments: links.map(\.0), ["", "/usr/bin/env"])
  func spares(_ name: String, _ target: String) throws {
    try withFolder { prefix throws in
      let program = prefix.appending(path: "lib/operation-lab/lab")
      try FileManager.default.createDirectory(
        at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: program)
      for (place, own) in Self.links where place != name {
        try link(prefix.appending(path: place), to: own)
      }
      let other = prefix.appending(path: name)
      try FileManager.default.createDirectory(
        at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
      if target.isEmpty {
        try Data("its own".utf8).write(to: other)
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: other.path, withDestinationPath: target)
      }
      // The build must not begin.
      let compiler = prefix.appending(path: "swift")
      try Data("#!/bin/sh\nexit 9\n".utf8).write(to: compiler)
      chmod(compiler.path, 0o700)
      let state = "cd '\(prefix.path)' && ls -lR --time-style=full-iso && cat '\(name)' | cksum"
      let before = try LabProcess.shell(state).output
      let path = ["PATH": "\(prefix.path):/usr/bin:/bin"]
      for words in [
        "--uninstall '\(prefix.path)'", "'\(prefix.path)' --uninstall", "'\(prefix.path)'",
      ] {
        let result = try LabProcess.shell("'\(script)' \(words)", environment: path)
        #expect(result.status == 66, "\(words): \(result.output)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains(other.path))
      }
      #expect(try LabProcess.shell(state).output == before)
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
