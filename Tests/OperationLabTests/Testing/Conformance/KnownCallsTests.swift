import Foundation
import Testing

@testable import OperationBench
@testable import OperationTesting

/// Which call of a test is meant. Calls are known by their place and name, and never counted.
@Suite("The calls of Conformance.check that a test makes", .repeatable)
struct KnownCallsTests {
  private static let upload = site("upload", line: 3)
  private static let others = [site("download", line: 3), site("upload", line: 4)]

  private static func site(_ name: String, line: Int) -> CallSite {
    CallSite(file: "AppTests/A.swift", function: "rules()", line: line, column: 1, name: name)
  }

  private func obstacle(
    _ calls: [CallSite], _ ending: ChildProcess.Ending = .exited(0)
  ) -> KnownCalls.Obstacle? {
    do throws(KnownCalls.Obstacle) {
      try KnownCalls(calls: calls, ending: ending).find(Self.upload)
      return nil
    } catch {
      return error
    }
  }

  @Test("has a call that it makes once, also if the test fails")
  func once() {
    #expect(obstacle(Self.others + [Self.upload], .exited(1)) == nil)
  }

  @Test("has none of two calls that cannot be told apart")
  func twice() {
    let obstacle = obstacle([Self.upload, Self.others[0], Self.upload])
    #expect(obstacle == .several(2, Self.upload))
    #expect(obstacle?.description.contains("give each a name of its own") == true)
  }

  @Test("lacks a call that is made with another name, and tells that name")
  func renamed() {
    let obstacle = obstacle(Self.others)
    #expect(obstacle == .missing(Self.upload, others: ["download"], .exited(0)))
    #expect(obstacle?.description.contains("('download', not 'upload')") == true)
  }

  @Test(
    "lacks a call that is never made, and tells how the process ended",
    arguments: [
      (.exited(7), "it exited with status 7"), (.signalled(SIGILL), "SIGILL ended it"),
      (.deadline, "it took longer than 60 seconds"), (.exited(69), "is no test"),
    ] as [(ChildProcess.Ending, String)])
  func missing(_ ending: ChildProcess.Ending, _ words: String) {
    let obstacle = obstacle([Self.others[1]], ending)
    #expect(obstacle == .missing(Self.upload, others: [], ending))
    #expect(obstacle?.description.contains(words) == true)
  }

  @Test("may have another such call if the process did not come to the end of the test")
  func cutShort() {
    #expect(obstacle([Self.upload], .signalled(SIGTRAP)) == .cutShort(.signalled(SIGTRAP)))
    #expect(obstacle([Self.upload], .deadline) == .cutShort(.deadline))
  }

  @Test("leaves every rule undecided if a call is missing, and says why once")
  func report() {
    let report = Conformance.Report(
      subject: "Upload", undecided: Battery.rules, because: NeverCameBack(ending: .exited(7)))
    #expect(
      !report.passed && report.failures.isEmpty && report.results.count == Battery.rules.count)
    #expect(
      report.description == """
        Upload cannot be judged: this program was started again, and did not come back to this call: \
        it exited with status 7.
        """)
  }
}
