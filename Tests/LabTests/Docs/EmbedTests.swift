import Foundation
import Testing

@testable import LabKit

@Suite("The file that holds the texts", .repeatable)
struct EmbedTests {
  /// Whatever is written anew is compiled anew, at each turn from `swift run` to `swift test`.
  @Test("is written only when a text has changed")
  func unchanged() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (text, output) = (folder.url.appendingPathComponent("a.md"), folder.url.path + "/Out.swift")
    func embed() throws -> (source: String, number: UInt64) {
      let tool = LabProcess.executable.deletingLastPathComponent().path + "/embed-text-tool"
      let result = try LabProcess.shell("'\(tool)' '\(output)' '\(folder.url.path)' a.md")
      #expect(result.status == 0, "\(result.errors)")
      var file = stat()
      stat(output, &file)
      return (try String(contentsOfFile: output, encoding: .utf8), UInt64(file.st_ino))
    }
    try Data("one".utf8).write(to: text)
    let first = try embed()
    #expect(first.source.contains("one"))
    #expect(try embed() == first)
    try Data("two".utf8).write(to: text)
    let last = try embed()
    #expect(last.source.contains("two") && last.number != first.number)
  }
}
