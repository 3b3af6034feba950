import Foundation
import Testing

@testable import lab

@Suite("Pages")
struct PageTests {
  @Test("say what the sources and fresh runs say")
  func haveNotDrifted() throws {
    let result = try LabProcess.run("__pages")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}
