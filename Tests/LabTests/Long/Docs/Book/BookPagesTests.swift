import Foundation
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("The pages of the site", .longPlan, .repeatable, .elsewhere)
struct BookPagesTests {
  /// With what `Scripts/book` has installed, if it has: otherwise only the inspection is tried.
  @Test("pass their tests in Python", .enabled(if: LabProcess.hasPython, "it needs python3"))
  func python() throws {
    let venv = LabProcess.checkout.appendingPathComponent(".build/book-venv/bin/python").path
    let python = FileManager.default.isExecutableFile(atPath: venv) ? venv : "python3"
    let tests = LabProcess.checkout.appendingPathComponent("Tests/Book/test_book.py").path
    let result = try LabProcess.shell("PYTHONDONTWRITEBYTECODE=1 '\(python)' '\(tests)'")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains(#/Ran [1-9]\d* tests/#))
  }
}
