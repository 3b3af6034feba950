import Foundation
import OperationLab
import Testing

@testable import LabDocs
@testable import LabKit
@testable import OperationCourse

@Suite("Scripts/book", .longPlan, .repeatable, .elsewhere)
struct BookScriptTests {
  @Test(
    "refuses what it does not understand, before anything is built",
    arguments: [
      ("--speed", "unknown option '--speed'"), ("--base", "option '--base' needs a value"),
      ("one two", "one folder, not also 'two'"),
    ])
  func usage(_ words: String, _ message: String) throws {
    let result = try book(words)
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
  }

  @Test("replaces no folder that holds something else, and no file")
  func sparesOthers() throws {
    try withFolder { folder in
      let own = folder.appendingPathComponent("own.txt")
      try Data("mine".utf8).write(to: own)
      for path in [folder.path, own.path] {
        let result = try book("'\(path)'")
        #expect(result.status == 66)
        #expect(result.errors.contains("name a"))
      }
      #expect(try names(in: folder) == ["own.txt"])
    }
  }

  @Test("has no site to serve before one was made")
  func servesNothing() throws {
    try withFolder { folder in
      let result = try book("--serve '\(folder.path)'")
      #expect(result.status == 66)
      #expect(result.errors.contains("Scripts/book makes one"))
    }
  }

  @Test("says which tool is missing beside the compiler", .enabled(if: Platform.current == .linux))
  func missingTool() throws {
    try withFolder { folder in
      let swift = folder.appendingPathComponent("swift")
      try Data("#!/bin/sh\n".utf8).write(to: swift)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
      let site = folder.appendingPathComponent("site").path
      let result = try book("'\(site)'", before: "PATH='\(folder.path)':\"$PATH\" ")
      #expect(result.status == 66)
      #expect(result.errors.contains("docc is missing; install the whole toolchain"))
    }
  }

  private func book(_ words: String, before: String = "") throws -> LabProcess.Result {
    let root = try #require(Checkout.root)
    return try LabProcess.shell("\(before)'\(root.path)/Scripts/book' \(words)")
  }
}
