import Foundation
import OperationCourse
import Testing

/// The real `lab` with a user and password in an address: they are refused, and printed nowhere.
@Suite("lab download with a password", .longPlan, .repeatable, .elsewhere)
struct PasswordTests {
  private static let core = "S3cretW0rd"

  @Test(
    "repeats no password when it refuses an address",
    arguments: [
      ["download", "http://ann:\(core)@h/x"], ["download", "http://:\(core)@h/x", "http://h/y"],
      ["download", "ftp://ann:\(core)@h/x"], ["download", "ann:\(core)@h/x"],
      ["download", "http://ann:a/\(core)@h/x"], ["download", "http://\(core)@/x"],
      ["download", "http://ann:a/" + String(repeating: core, count: 100) + "@h/x"],
      ["download", "http://h/x", "--timeout", "http://ann:\(core)@h/x"],
      ["http://ann:\(core)@h/x"], ["list", "http://ann:\(core)@h/x"],
    ])
  func refuses(_ words: [String]) throws {
    let result = try LabProcess(arguments: words).run()
    #expect([64, 66].contains(result.status))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(!(result.output + result.errors).contains(Self.core))
  }

  @Test("says what to send instead")
  func says() throws {
    let result = try LabProcess(arguments: ["download", "http://ann:\(Self.core)@h/x"]).run()
    #expect(result.status == 64)
    #expect(result.errors.contains("--header") && result.errors.contains("URLRequest"))
  }
}
