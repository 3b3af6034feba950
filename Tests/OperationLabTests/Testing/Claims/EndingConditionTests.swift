import Testing

@testable import OperationLab
@testable import OperationBench

/// A hang or a trap counts only with its cause.
@Suite("A condition on how a run hangs or traps", .repeatable)
struct EndingConditionTests {
  private static let situation = """
    T1 started first
    T1 returned first
    queue q width 1: first executing, second ready, third after first second
    """

  private let run = Self.run(Self.situation)

  @Test("holds if the cause, and what it waits for, are those")
  func stuck() throws {
    let conditions: [Trace.Condition] = [
      .stuck("first", .silent), .stuck("second", .noFreeSlot),
      .stuck("second", .noFreeSlot, waitsFor: ["first"]),
      .stuck("third", .dependency, waitsFor: ["second", "first"]),
    ]
    for condition in conditions { #expect(try condition.outcome(in: run).holds) }
  }

  @Test("does not hold for another cause, or if it waits for others")
  func anotherCause() throws {
    let conditions: [Trace.Condition] = [
      .stuck("second", .cycle), .stuck("second", .noFreeSlot, waitsFor: ["third"]),
      .stuck("third", .dependency, waitsFor: ["first"]),
    ]
    for condition in conditions { #expect(try !condition.outcome(in: run).holds) }
  }

  @Test("is undecided for an operation that is not stuck, or may still continue")
  func notStuck() {
    #expect(throws: MissingEvidence.self) { try Self.outcome(.stuck("fourth", .silent), run) }
    let unfinished = Self.run(Self.situation + "\nthe deadline passed")
    #expect(throws: MissingEvidence.self) {
      try Self.outcome(.stuck("first", .silent), unfinished)
    }
  }

  @Test("is undecided for a trap with another message")
  func trapped() throws {
    let run = Run(
      program: "p", outcome: .traps,
      detail: Run.Detail(signal: "SIGILL", output: "Fatal error: not yet ready\n"),
      trace: Situation("T1 started a").trace)
    #expect(try Self.outcome(.traps(at: .started("a"), saying: "not yet ready"), run))
    let other = #expect(throws: MissingEvidence.self) {
      try Self.outcome(.traps(at: .started("a"), saying: "out of memory"), run)
    }
    #expect(other?.description.contains("'out of memory'; it says 'not yet ready'") == true)
  }

  private static func outcome(_ condition: Trace.Condition, _ run: Run) throws -> Bool {
    try condition.outcome(in: run).holds
  }

  private static func run(_ text: String) -> Run {
    let situation = Situation(text)
    return Run(
      program: "p", outcome: .hangs, trace: situation.trace, snapshot: situation.snapshot)
  }
}
