import OperationDoctor
import OperationLab
import OperationTesting
import Testing

/// The events that judges look for in a run.
@Suite("A run asked for events", .repeatable)
struct RunFindingTests {
  private let run = Run(
    program: "p", outcome: .completes,
    trace: TimelineSamples.trace {
      $0.add("main", "a", .observed, [.ready], note: "before")
      $0.add("T1", "a", .started)
      $0.add("main", "a", .observed, [.ready, .finished], note: "after")
      $0.add("main", "b", .settled, [.ready], note: "in q")
      $0.add("main", "b", .settled, [.ready, .cancelled], note: "in q")
    })

  @Test("gives the first, the last, and all")
  func finds() throws {
    #expect(try run.first(.observed, of: "a").seq == 0)
    #expect(try run.last(.observed, of: "a").seq == 2)
    #expect(run.all(.observed).map(\.seq) == [0, 2])
    #expect(run.all(.settled, of: "b").map(\.seq) == [3, 4])
    #expect(run.all(.settled, of: "a").isEmpty)
    #expect(try run.first(.started, of: "a").program == "p")
  }

  @Test("throws what is missing")
  func misses() {
    #expect(throws: MissingEvidence.event(.started, subject: "b", program: "p")) {
      try run.first(.started, of: "b")
    }
    #expect(throws: MissingEvidence.event(.finished, subject: "a", program: "p")) {
      try run.last(.finished, of: "a")
    }
    #expect(
      "\(MissingEvidence.event(.started, subject: "b", program: "p"))"
        == "program 'p' has no event 'started' of b")
    #expect("\(MissingEvidence.run(program: "p"))" == "program 'p' has not been run")
  }

  @Test("says never only of what has come to rest")
  func occurrence() throws {
    let happened = try run.occurrence(of: .started, of: "a")
    #expect(!happened.isNever && happened.evidence.seq == 1)
    let never = try run.occurrence(of: .started, of: "b")
    #expect(never.isNever && never.evidence.seq == 4)
    #expect(throws: MissingEvidence.event(.settled, subject: "a", program: "p")) {
      try run.occurrence(of: .finished, of: "a")
    }
  }

  @Test("counts how many were inside at most at one time")
  func peak() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "a", .began)
      $0.add("T2", "b", .began)
      $0.add("T1", "a", .ended)
      $0.add("T1", "c", .began)
      $0.add("T2", "b", .ended)
      $0.add("T1", "c", .ended)
      $0.add("T1", "d", .ended)
    }
    let run = Run(program: "p", outcome: .completes, trace: trace)
    #expect(run.peak(from: .began, to: .ended).count == 2)
    #expect(run.peak(from: .started, to: .finished).count == 0)
  }
}
