import Testing

@testable import LabKit

@Suite("Advice on code for Apple's platforms", .repeatable)
struct PlatformAdviceTests {
  @Test(
    "names the line and a way out",
    arguments: [
      ("no such module 'UIKit'", "UIKit is Apple's only"),
      ("no such module 'Alamofire'", "with 'Conformance.check' in a test"),
      ("cannot find 'OSAllocatedUnfairLock' in scope", "Use NSLock, or Mutex of Synchronization"),
      ("Objective-C interoperability is disabled", "#if canImport(ObjectiveC)"),
      ("cannot find 'autoreleasepool' in scope", "Call the body without it"),
      (
        "property does not override any property\n  override var isConcurrent: Bool { true }",
        "Override isAsynchronous"
      ),
      (
        "missing return in static method expected to return 'Operation'", "the last must say return"
      ),
      ("'main' attribute cannot be used in a module", "#if !CHECKED"),
    ])
  func advice(_ message: String, _ words: String) {
    let lines = PlatformAdvice("A.swift:12:5: error: \(message)\n").lines
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("A.swift:12: ") == true)
    #expect(lines.first?.contains(words) == true, "\(lines)")
  }

  @Test("takes a name from the line of source only where something overrides nothing")
  func source() {
    let messages = "A.swift:1:1: error: cannot find 'x' in scope\n  x = isConcurrent\n"
    #expect(PlatformAdvice(messages).lines == [])
  }

  /// Where the state is told by key-value observing, queues on Apple's platforms wait for it.
  @Test("does not say that @objc is not needed")
  func objc() {
    let advice = PlatformAdvice.advice(on: "Objective-C interoperability is disabled")
    #expect(advice?.contains("not need") == false && advice?.contains("keyPaths") == true)
  }

  @Test("says nothing of other errors, of warnings, and nothing twice")
  func silence() {
    let other = "A.swift:1:1: error: cannot find 'x' in scope\n"
    let warning = "A.swift:2:1: warning: no such module 'UIKit'\n"
    #expect(PlatformAdvice(other + warning).lines == [])
    let twice = (1...2).map { "A.swift:3:\($0): error: no such module 'UIKit'\n" }.joined()
    #expect(PlatformAdvice(twice).lines.count == 1)
  }

  @Test("is given once for several lines, with their number")
  func several() {
    let messages = (3...5).map { "A.swift:\($0):1: error: no such module 'UIKit'\n" }.joined()
    #expect(
      PlatformAdvice(messages).lines.map { $0.hasPrefix("A.swift:3 (and 2 more): ") } == [true])
  }

  @Test("calls Objective-C by its name, once")
  func objectiveC() {
    let messages = """
      A.swift:1:8: error: consecutive statements on a line must be separated by ';'
      #import <Foundation/Foundation.h>
      A.swift:1:9: error: expressions are not allowed at the top level
      #import <Foundation/Foundation.h>
      A.swift:4:9: error: cannot find type 'NSOperation' in scope

      """
    let lines = PlatformAdvice(messages).lines
    #expect(lines.count == 1 && lines[0].contains("this is Objective-C"), "\(lines)")
  }

  @Test("leaves out what the compiler says of the file that lab adds")
  func own() {
    let messages = """
      EXPR:1:7: error: 'async' call in a function that does not support concurrency
      await Asy()
      /tmp/x/\(Driver.fileName):8:15: note: add 'async' to function 'f'
        static func f()
                    ^
      A.swift:2:1: note: declared here
      """
    let own = PlatformAdvice.own(messages)
    #expect(own.contains("await Asy()") && own.contains("declared here"))
    #expect(!own.contains("static func") && !own.contains(Driver.fileName))
    #expect(PlatformAdvice(messages).lines.map { $0.hasPrefix("EXPR:1: ") } == [true])
  }
}
