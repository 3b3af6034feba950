import Foundation
import Testing

@testable import LabKit

@Suite("What is compiled beside a checked file", .longPlan, .repeatable, .elsewhere)
struct ShadowFileTests {
  @Test(
    "takes the place of what the file uses, but not of what it declares itself",
    arguments: [
      ("", []),
      ("let lock = NSLock()", [["NSLock"]]),
      (
        "let lock = NSLock(); override func main() { _ = isCancelled }",
        [["isCancelled"], ["NSLock"]]
      ),
      ("let lock = NSLock(); override var isCancelled: Bool { false }", [["NSLock"]]),
    ] as [(String, [Set<String>])])
  func fits(_ members: String, _ expected: [Set<String>]) throws {
    let fixture = try Fixture(
      "import Foundation\nfinal class Subject: Operation, @unchecked Sendable { \(members) }")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (outcome, shadow) = try SubjectCompiler(beside: LabProcess.executable)
      .compile(SubjectFiles([fixture.path]), make: "Subject()", in: folder)
    guard case .program = outcome else {
      Issue.record("it does not compile")
      return
    }
    #expect(shadow.pieces.map(\.names) == expected)
  }

  @Test("has for a learner's file only the clocks that the file uses")
  func clocks() {
    func source(_ words: Set<String>) -> String { ShadowFile.scenes.used(in: words).source }
    #expect(source(["asyncAfter", "queue"]).contains("func asyncAfter("))
    #expect(!source(["asyncAfter", "queue"]).contains("extension Task "))
    #expect(!source(["asyncAfter", "queue"]).contains("class NSLock"))
    #expect(source(["NSLock"]).contains("class NSLock"))
  }
}
