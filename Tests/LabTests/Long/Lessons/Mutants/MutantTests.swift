import OperationLab
import Testing

@Suite("A mutant", .repeatable)
struct MutantTests {
  @Test("changes one run, and no other")
  func changesOne() {
    #expect(
      told(.run(of: "silent", "it traps") { $0.outcome = .traps }) == [
        "silent traps, 6 events", "fixed completes, 5 events",
      ])
    #expect(told(.run(of: "other", "no such run") { $0.outcome = .traps }) == unchanged)
  }

  @Test("changes one trace, and not how the program ended")
  func changesOneTrace() {
    #expect(
      told(.trace(of: "silent", "op1 never starts") { $0.removing(.started) }) == [
        "silent hangs, 5 events", "fixed completes, 5 events",
      ])
  }

  @Test("passes one run off as another, under the other's name")
  func passesOff() {
    #expect(
      told(.passing("silent", as: "fixed")) == [
        "silent hangs, 6 events", "fixed hangs, 6 events",
      ])
    #expect(told(.passing("other", as: "fixed")) == unchanged)
  }

  private let unchanged = ["silent hangs, 6 events", "fixed completes, 5 events"]

  private func told(_ mutant: Mutant) -> [String] {
    mutant.mutated(SampleLesson.runs).map {
      "\($0.program) \($0.outcome), \($0.trace.events.count) events"
    }
  }
}
