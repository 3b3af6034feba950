import Foundation
import OperationLab
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("Pages", .longPlan, .repeatable, .elsewhereFirst)
struct PageTests {
  @Test(
    "say what the sources and fresh runs say",
    .enabled(if: Platform.current == .linux, "the pages show traces of Linux"))
  func haveNotDrifted() throws {
    let result = try LabProcess.docs(["pages"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}
