import Foundation
import Testing

@testable import OperationCourse

@Suite("The ledger beside the pages", .repeatable)
struct LedgerTests {
  @Test("has each claim of a lesson once, in the file beside its page, and no other")
  func holdsAll() throws {
    for lesson in [Lessons.first] + Lessons.all {
      let text = EmbeddedText.files["Lessons/\(lesson.folder)/claims.json"]
      let entries = try JSONDecoder().decode([Ledger.Entry].self, from: Data((text ?? "[]").utf8))
      #expect(entries.map(\.id).sorted() == lesson.claims.map(\.id).sorted(), "\(lesson.folder)")
    }
  }
}
