import Foundation
import Testing

@testable import OperationCourse

@Suite("The ledger beside the pages", .repeatable)
struct LedgerTests {
  @Test("has each claim of a lesson once, in the file beside its page, and no other")
  func holdsAll() {
    for lesson in [Lessons.first] + Lessons.all {
      let entries: [Ledger.Entry] = Checkout.decoded("Lessons/\(lesson.folder)/claims.json") ?? []
      #expect(entries.map(\.id).sorted() == lesson.claims.map(\.id).sorted(), "\(lesson.folder)")
    }
  }
}
