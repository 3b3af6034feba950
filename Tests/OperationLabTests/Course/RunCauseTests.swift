import Testing

@testable import OperationLab
@testable import OperationTesting

/// A hang or a trap counts only with its cause.
@Suite("A run asked why it hangs or traps")
struct RunCauseTests {
  private static func story(_ ending: Snapshot.Ending = .quiet) -> Story {
    Story(
      "T1 started first\nT1 returned first", queues: [.named("q", width: 1)],
      [
        .running("first", in: "q"), .named("second", .ready, in: "q"),
        .named("third", [], in: "q", after: ["first", "second"]),
      ], ending: ending)
  }

  private let run = Self.run(Self.story())

  @Test("gives the finding, if the cause is one of those that will do")
  func stuck() throws {
    #expect(try run.stuck("first", .silent).subject == "first")
    #expect(try run.stuck("second", .outranked, .noFreeSlot).cause == .noFreeSlot)
    #expect(try run.stuck("second", .noFreeSlot, waitsFor: ["first"]).queue == "q")
    let third = try run.stuck("third", .dependency, waitsFor: ["second", "first"])
    #expect(third.waitsFor == ["first", "second"])
  }

  @Test("throws if it is stuck for another reason")
  func anotherCause() {
    expect("second is stuck because of cycle") { try $0.stuck("second", .cycle, .suspended) }
  }

  @Test("throws if it waits for others than those")
  func othersWaitedFor() {
    expect("second waits for third") {
      try $0.stuck("second", .noFreeSlot, waitsFor: ["third"])
    }
    expect("third waits for first") { try $0.stuck("third", .dependency, waitsFor: ["first"]) }
  }

  @Test("throws if it is not stuck, or nobody knows whether it always will be")
  func notStuck() {
    expect("fourth is stuck in the end") { try $0.stuck("fourth", .silent) }
    let unfinished = Self.run(Self.story(.deadline))
    #expect(throws: MissingEvidence.premise("first is stuck in the end", program: "p")) {
      try unfinished.stuck("first", .silent)
    }
  }

  @Test("gives the last words, if they say what the claim is about")
  func trapped() throws {
    let run = Run(
      program: "p", outcome: .traps,
      detail: Run.Detail(signal: "SIGILL", output: "Fatal error: not yet ready\n"), trace: Trace())
    #expect(try run.trapped(saying: "not yet ready") == "not yet ready")
    let other = "the trap says 'out of memory'; it says 'not yet ready'"
    #expect(throws: MissingEvidence.premise(other, program: "p")) {
      try run.trapped(saying: "out of memory")
    }
    let silent = "the trap says 'ready'; it says 'nothing'"
    #expect(throws: MissingEvidence.premise(silent, program: "p")) {
      try self.run.trapped(saying: "ready")
    }
  }

  private func expect(_ premise: String, _ ask: (Run) throws -> Diagnosis.Finding) {
    #expect(throws: MissingEvidence.premise(premise, program: "p")) { try ask(run) }
  }

  private static func run(_ story: Story) -> Run {
    Run(program: "p", outcome: .hangs, trace: story.trace, snapshot: story.snapshot)
  }
}
