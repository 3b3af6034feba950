import Foundation
import Testing

@testable import LabKit

@Suite("What is compiled beside a checked file", .longPlan, .repeatable, .elsewhere)
struct SubjectPointsFileTests {
  @Test(
    "takes the place of what the file uses, but not of what it declares itself",
    arguments: [
      ("", []),
      ("let lock = NSLock()", [.locks]),
      ("let lock = NSLock(); override func main() { _ = isCancelled }", [.cancellation, .locks]),
      ("let lock = NSLock(); override var isCancelled: Bool { false }", [.locks]),
    ] as [(String, [SubjectPointsFile])])
  func fits(_ members: String, _ expected: [SubjectPointsFile]) throws {
    let fixture = try Fixture(
      "import Foundation\nfinal class Subject: Operation, @unchecked Sendable { \(members) }")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (outcome, pieces) = try SubjectCompiler(beside: LabProcess.executable)
      .compileFinely(SubjectFiles([fixture.path]), make: "Subject()", in: folder)
    guard case .program = outcome else {
      Issue.record("it does not compile")
      return
    }
    #expect(pieces == expected)
  }

  @Test("has for a learner's file only the clocks that the file uses")
  func clocks() {
    let source = LearnersClockFile.source(for: ["asyncAfter", "queue"])
    #expect(source.contains("func asyncAfter("))
    #expect(!source.contains("extension Task "))
    #expect(!source.contains("class NSLock"))
    #expect(LearnersClockFile.source(for: ["NSLock"]).contains("class NSLock"))
  }
}
