import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationTesting

/// What a claim presupposes. Without it nothing is decided.
@Suite("A run asked for a premise", .repeatable)
struct RunPremiseTests {
  private static let enqueueing = Event.Enqueueing(
    queue: "q", width: 2, isSuspended: true, priority: 4, dependencies: ["a", "b"])

  private let run = Run(
    program: "p", outcome: .completes,
    trace: Trace([
      event(0, "op", .enqueued, enqueueing: enqueueing),
      event(1, "op", .announced, note: "isExecuting"),
      event(2, "op", .announced, note: "isFinished"),
      event(3, "op", .announced, note: "isFinished"),
      event(4, "op", .settled),
      event(5, "bare", .enqueued),
      event(6, "lost", .announced, note: "isExecuting"),
    ]))

  @Test("continues if it holds, and otherwise throws the sentence")
  func require() throws {
    try run.require(true, "the sky is blue")
    #expect(throws: MissingEvidence.premise("the sky is blue", program: "p")) {
      try run.require(false, "the sky is blue")
    }
    #expect(
      "\(MissingEvidence.premise("the sky is blue", program: "p"))"
        == "in program 'p' this is not so: the sky is blue")
  }

  @Test("gives the event with which an operation was added, if the queue was that one")
  func enqueued() throws {
    #expect(try run.enqueued("op").seq == 0)
    #expect(try run.enqueued("op", in: "q", width: 2).seq == 0)
    expect("op was added to 'r'") { try $0.enqueued("op", in: "r") }
    expect("the width was 1 for op") { try $0.enqueued("op", width: 1) }
  }

  @Test("throws if it was never added, or the trace does not show how")
  func unknown() {
    #expect(throws: MissingEvidence.event(.enqueued, subject: "none", program: "p")) {
      try run.enqueued("none")
    }
    expect("it is known how bare was added") { try $0.enqueued("bare") }
  }

  @Test("gives a subject's state at the first rest after an event, if it was observed")
  func rest() throws {
    let event = try run.enqueued("op")
    #expect(try run.rest(of: "op", after: event).seq == 4)
    let look = try run.first(.settled, of: "op")
    #expect(throws: MissingEvidence.event(.settled, subject: "op", program: "p")) {
      try run.rest(of: "op", after: look)
    }
  }

  private func expect(_ premise: String, _ ask: (Run) throws -> some Any) {
    let missing = #expect(throws: MissingEvidence.self) { _ = try ask(run) }
    #expect(missing?.description == "in program 'p' this is not so: \(premise)")
  }

  private static func event(
    _ seq: Int, _ subject: String, _ kind: Event.Kind, note: String = "",
    enqueueing: Event.Enqueueing? = nil
  ) -> Event {
    .written(
      seq: seq, thread: "main", subject: subject, kind: kind, note: note,
      enqueueing: enqueueing)
  }
}
