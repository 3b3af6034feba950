import Foundation
import Testing

@testable import OperationLab

@Suite("A rule")
struct RuleTests {
  @Test("is not kept by a run in which what was held went on too early; broken it may be")
  func heldTooShort() {
    #expect(verdict(.holds, event: .timedOut, note: Event.neverOpened) == .undecided)
    #expect(verdict(.broken, event: .timedOut, note: Event.neverOpened) == .broken)
    #expect(verdict(.holds, event: .timedOut, note: "64 of 64 are stuck") == .holds)
    #expect(verdict(.holds, event: .opened, note: "") == .holds)
  }

  private func verdict(
    _ judged: Ruling.Verdict, event: Event.Kind, note: String
  ) -> Ruling.Verdict {
    let rule = Rule("r", "It is so.", cost: "-", cure: "-", lesson: 1, trials: []) { _ in
      Ruling(judged, "seen", [])
    }
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "gate", kind: event, note: note)
    let runs = Runs([Run(program: "held", outcome: .completes, trace: Trace([event]))])
    return rule.ruling(on: runs, of: Subject("A()") { _ in Operation() }).verdict
  }
}
