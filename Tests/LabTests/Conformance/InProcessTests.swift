import Foundation
import OperationLab
import Testing

/// The same rules inside the process of the test, with designs that are hard to wait for.
@Suite("Conformance.check, on the catalogue", .serialized)
struct InProcessTests {
  @Test("passes an operation that becomes ready by a timer of its own")
  func timer() { passes("LoginOperation") { LoginOperation(work: $0.begin) } }

  @Test("passes one that blocks until its work has called back")
  func blocking() { passes("WaitingInMainOperation") { WaitingInMainOperation(work: $0.begin) } }

  @Test("finds out one that counts how often it looks, and then gives up")
  func countsNaps() {
    let rules = Battery.rules.filter { $0.id == "no-finish-before-work-ends" }
    let report = Conformance.check("LooksFiftyTimes", rules: rules) {
      LooksFiftyTimes(work: $0.begin)
    }
    #expect(report.results.map(\.ruling.verdict) == [.broken], "\(report)")
  }

  private func passes(_ name: String, _ make: @escaping @Sendable (Probe) -> Operation) {
    let report = Conformance.check(name, make: make)
    #expect(report.passed, "\(report)")
    #expect(report.results.allSatisfy { $0.ruling.verdict == .holds }, "\(report)")
  }
}
