import Foundation
import Testing

@testable import OperationTesting

@Suite("Causes and symptoms")
struct CausesTests {
  private func broken(
    _ rule: Rule, _ why: String = "seen", isEnding: Bool = false
  ) -> ConformanceReport.Result {
    var ruling = Ruling(.broken, why, [])
    ruling.isEnding = isEnding
    return ConformanceReport.Result(
      rule: rule, ruling: ruling, runs: [], rounds: 1, brokenRounds: 1)
  }

  private func grouped(_ results: [ConformanceReport.Result]) -> [[String]] {
    ConformanceReport(subject: "A()", results: results).causes.map { cause in
      [cause.result.rule.id] + cause.symptoms.map(\.rule.id)
    }
  }

  @Test("put what explains the others first, in whatever order they were found")
  func oneCause() {
    let all = [broken(.cancelWhileQueued), broken(.survivesRaces), broken(.cancelBeforeStart)]
    let expected = ["cancel-before-start", "cancel-while-queued", "survives-races"]
    #expect(grouped(all) == [expected])
    #expect(grouped(all.reversed()).map { Set($0) } == [Set(expected)])
    #expect(grouped(all.reversed()).first?.first == "cancel-before-start")
  }

  @Test("keep apart what has nothing to do with each other")
  func twoCauses() {
    #expect(
      grouped([broken(.mayBeLetGo), broken(.cancelsOnlyItself)]).map(\.count) == [1, 1])
  }

  @Test("group trials that ended the process in the same way, and no others with them")
  func endings() {
    let groups = grouped([
      broken(.cancelReturns, "in trial 'a' it ended the process: boom", isEnding: true),
      broken(.worksOnce, "in trial 'b' it ended the process: boom", isEnding: true),
      broken(.staysCancelled, "in trial 'c' it ended the process: bang", isEnding: true),
    ])
    #expect(groups == [["cancel-returns", "works-once"], ["stays-cancelled"]])
  }

  @Test("begin with cancel() itself when that ends the process, also of one never started")
  func cancelEnds() {
    let trapped = "it ended the process: boom"
    let groups = grouped([
      broken(.mayBeLetGo, "in trial 'cancelled' \(trapped)", isEnding: true),
      broken(.cancelSetsCancelled, "in trial 'by-itself' \(trapped)", isEnding: true),
      broken(.cancelReturns, "in trial 'main' \(trapped)", isEnding: true),
    ])
    #expect(groups == [["cancel-sets-cancelled", "may-be-let-go", "cancel-returns"]])
  }

  @Test("begin with the rule that a trap is nearest to, not with what cancel() sets")
  func laterTrap() {
    let trapped = "it ended the process with SIGSEGV"
    let groups = grouped([
      broken(.cancelSetsCancelled, "in trial 'running' \(trapped)", isEnding: true),
      broken(.cancelWhileRunning, "in trial 'running' \(trapped)", isEnding: true),
    ])
    #expect(groups == [["cancel-while-running", "cancel-sets-cancelled"]])
  }

  @Test("call a cancel() that never returns by that name, if that is what it is")
  func heldCancel() {
    let never = "the thread that called it never came back"
    let returns = broken(.cancelReturns, "on the main thread cancel() did not come back")
    let sets = broken(.cancelSetsCancelled, "in trial 'by-itself' \(never)", isEnding: true)
    let start = broken(.cancelBeforeStart, "in trial 'by-hand' \(never)", isEnding: true)
    #expect(
      grouped([sets, start, returns])
        == [["cancel-returns", "cancel-sets-cancelled", "cancel-before-start"]])
    #expect(grouped([start, returns]) == [["cancel-returns"], ["cancel-before-start"]])
    #expect(
      grouped([sets, broken(.cancelReturns, "seen")]).first?.first == "cancel-sets-cancelled")
  }

  @Test("leave out no broken rule")
  func complete() {
    let all = Battery.rules.map { broken($0) }
    #expect(Set(grouped(all).joined()) == Set(Battery.rules.map(\.id)))
  }
}
