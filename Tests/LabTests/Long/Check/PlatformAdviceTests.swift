import Testing

@testable import LabShared
@testable import lab

@Suite("Advice on code for Apple's platforms", .repeatable)
struct PlatformAdviceTests {
  @Test(
    "names the line and a way out",
    arguments: [
      ("no such module 'UIKit'", "UIKit is Apple's only"),
      ("no such module 'Alamofire'", "lab check --package DIR --target NAME"),
      ("cannot find 'OSAllocatedUnfairLock' in scope", "Use NSLock, or Mutex of Synchronization"),
      ("Objective-C interoperability is disabled", "#if canImport(ObjectiveC)"),
      ("cannot find 'autoreleasepool' in scope", "Call the body without it"),
      ("property does not override: 'isConcurrent'", "Override isAsynchronous"),
      ("'main' attribute cannot be used in a module", "#if !CHECKED"),
    ])
  func advice(_ message: String, _ words: String) {
    let lines = PlatformAdvice("A.swift:12:5: error: \(message)\n").lines
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("A.swift:12: ") == true)
    #expect(lines.first?.contains(words) == true, "\(lines)")
  }

  @Test("says nothing of other errors, of warnings, and nothing twice")
  func silence() {
    let other = "A.swift:1:1: error: cannot find 'x' in scope\n"
    let warning = "A.swift:2:1: warning: no such module 'UIKit'\n"
    #expect(PlatformAdvice(other + warning).lines == [])
    let twice = (1...2).map { "A.swift:3:\($0): error: no such module 'UIKit'\n" }.joined()
    #expect(PlatformAdvice(twice).lines.count == 1)
  }
}
