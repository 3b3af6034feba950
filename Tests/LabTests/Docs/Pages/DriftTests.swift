import Foundation
import OperationBench
import OperationLab
import Testing

@testable import LabDocs
@testable import LabKit

/// The differences allowed between a page and a fresh run.
@Suite("Drift", .repeatable)
struct DriftTests {
  private static let kept = run([
    ("main", "a", .enqueued), ("T1", "a", .started), ("T2", "b", .began), ("T1", "a", .completed),
    ("T1", "a", .ended), ("T1", "b", .released),
  ])

  private static let same = run([
    ("T1", "b", .began), ("main", "a", .enqueued), ("T3", "a", .started), ("T3", "a", .ended),
    ("main", "b", .released), ("T4", "a", .completed),
  ])

  @Test("of a run is no matter of interleaving, thread numbers, places or times")
  func sameStory() {
    #expect(Self.kept.tellsTheSame(as: Self.same))
  }

  @Test("of a run is another order, thread, kind, state, fact or number of events, and another end")
  func otherStory() {
    let events = Self.kept.trace.events
    var others = [
      changed { $0.thread = "main" }, changed { $0.kind = .observed },
      changed { $0.state = [.cancelled] }, changed { $0.set(.blocks(count: 1)) },
      Trace(events.dropLast()), Trace(events.map { moved($0, from: 1, to: 4) }),
    ].map { Run(program: "p", outcome: .completes, trace: $0) }
    others.append(Run(program: "p", outcome: .hangs, trace: Self.kept.trace))
    others.append(
      Run(program: "p", outcome: .completes, trace: Self.kept.trace, snapshot: Snapshot()))
    // That a block operation has one block is in no table of a page.
    #expect(
      TraceText(language: .english).table(others[3].trace)
        == TraceText(language: .english).table(Self.kept.trace))
    for other in others { #expect(!Self.kept.tellsTheSame(as: other), "\(other)") }
  }

  @Test("of what a command prints is in its words, and of anything else any change at all")
  func words() {
    #expect(Drift.isSame("console", "T1 ran for 7 ms", "T2 ran for 12  ms"))
    #expect(!Drift.isSame("console", "T1 ran for 7 ms", "T1 slept for 7 ms"))
    for kind in ["snippet", "verdicts", "lessons", "trace", "timeline", "diagnosis", "picture"] {
      #expect(Drift.isSame(kind, "a b", "a b"))
      #expect(!Drift.isSame(kind, "a b", "a  b"))
    }
  }

  @Test("makes a run new that tells something else in each try, and keeps all others as they are")
  func keptRuns() throws {
    try withFolder { folder in
      let page = folder.appendingPathComponent("README.md")
      var runs = try KeptRuns(beside: page)
      #expect(runs.refresh(["p"], tries: 2) { _ in Self.kept } == ["p"])
      try runs.write()

      runs = try KeptRuns(beside: page)
      let once = Self.run([("main", "a", .began)])
      var fresh = [once, Self.kept]
      #expect(runs.refresh(["p"], tries: 2) { _ in fresh.removeFirst() } == [])
      #expect(runs.runs["p"]?.trace == Self.kept.trace)
      #expect(runs.refresh(["p"], tries: 1) { _ in Self.same } == [])
      #expect(runs.runs["p"]?.trace == Self.kept.trace)
      #expect(runs.refresh(["p"], tries: 2) { _ in once } == ["p"])
      #expect(runs.runs["p"]?.trace == once.trace)
      #expect(runs.refresh([], tries: 2) { _ in once } == ["p"])
      #expect(runs.runs.isEmpty)
    }
  }

  /// The second event changed.
  private func changed(_ change: (inout Event) -> Void) -> Trace {
    var events = Self.kept.trace.events
    change(&events[1])
    return Trace(events)
  }

  /// The two events with their places exchanged.
  private func moved(_ event: Event, from one: Int, to other: Int) -> Event {
    var event = event
    event.seq = event.seq == one ? other : event.seq == other ? one : event.seq
    return event
  }

  private static func run(_ events: [(thread: String, subject: String, kind: Event.Kind)]) -> Run {
    let trace = events.enumerated().map { place, event in
      Event(
        seq: place, ns: UInt64(place) * 7, thread: event.thread, subject: event.subject,
        kind: event.kind)
    }
    return Run(program: "p", outcome: .completes, trace: Trace(trace))
  }
}
