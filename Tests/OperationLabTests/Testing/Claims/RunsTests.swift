import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("The runs of a lesson", .repeatable)
struct RunsTests {
  private let runs = Runs([
    Run(program: "broken", outcome: .hangs, trace: trace("b")),
    Run(program: "fixed", outcome: .completes, trace: trace("f")),
  ])

  @Test("are found by their program")
  func bySubscript() throws {
    #expect(try runs["fixed"].outcome == .completes)
    #expect(throws: MissingEvidence.run(program: "other")) { try runs["other"] }
  }

  @Test("decide nothing if a thread continued without knowing whether all was at rest")
  func unsure() {
    let event = Event(
      seq: 0, ns: 0, thread: "T1", subject: "gate", kind: .timedOut,
      fact: .gaveUp(reason: .neverAtRest))
    let runs = Runs([Run(program: "p", outcome: .completes, trace: Trace([event]))])
    #expect(throws: MissingEvidence.self) { try runs["p"] }
  }

  @Test("of one program: the last counts")
  func lastWins() throws {
    let runs = Runs([
      Run(program: "p", outcome: .hangs, trace: Trace()),
      Run(program: "p", outcome: .traps, trace: Trace()),
    ])
    #expect(try runs["p"].outcome == .traps)
  }

  private static func trace(_ subject: String) -> Trace {
    TimelineSamples.trace { $0.add("main", subject, .noted) }
  }
}

@Suite("The last words of a process", .repeatable)
struct RunLastWordsTests {
  @Test(
    "leave out what differs from run to run",
    arguments: [
      (
        "Foundation/Operation.swift:308: Fatal error: <Foundation.BlockOperation: 0x7f01>: "
          + "receiver is not yet ready to execute", "receiver is not yet ready to execute"
      ),
      ("note\nFatal error: index out of range\nmore", "index out of range"),
      (
        "*** Terminating app, reason: '*** -[NSOperation start]: already executing'",
        "'*** -[NSOperation start]: already executing'"
      ),
    ])
  func fatalMessage(_ output: String, _ message: String) {
    #expect(run(output).fatalMessage == message)
  }

  @Test("is nothing if there was no fatal error")
  func noMessage() {
    #expect(run("warning: slow").fatalMessage == nil)
    #expect(run("warning: slow").printed("slow"))
    #expect(!run("").printed("slow"))
  }

  private func run(_ output: String) -> Run {
    Run(program: "p", outcome: .traps, detail: Run.Detail(output: output), trace: Trace())
  }
}
