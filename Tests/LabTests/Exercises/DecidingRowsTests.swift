import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("The events that are shown after a verification", .repeatable)
struct DecidingRowsTests {
  /// Many that say nothing, and rest at the end.
  private static let events: [Event] =
    (0..<40).map {
      Event(seq: $0, ns: UInt64($0) * 1000, thread: "T1", subject: "work\($0)", kind: .began)
    }
    + (40..<44).map {
      Event(seq: $0, ns: 40_000, thread: "main", subject: "op\($0)", kind: .settled, state: .ready)
    }

  private static func lines(_ deciding: Int...) -> [String] {
    rows(events, deciding.map { events[$0] })
  }

  private static func rows(
    _ events: [Event], _ deciding: [Event], _ operations: [Snapshot.Operation] = []
  ) -> [String] {
    let run = Run(
      program: "p", outcome: .completes, trace: Trace(events),
      snapshot: Snapshot(operations: operations))
    return DecidingRows(run, deciding).lines(.plain)
  }

  @Test(
    "are those that decide and their neighbours; what is left out is marked", arguments: [3, 20])
  func areDeciding(_ place: Int) {
    let lines = Self.lines(place)
    #expect(lines.contains { $0.hasPrefix("▸") && $0.contains("work\(place) ") })
    #expect(lines.count { $0.hasPrefix("▸") } == 1)
    #expect(lines.contains { $0.contains("left out") })
    #expect(lines.count < 20)
    #expect(!lines.contains { $0.contains("work39 ") })
  }

  @Test("tell rest in one row, and nothing twice")
  func foldRest() {
    let again = Event(
      seq: 44, ns: 50_000, thread: "main", subject: "op43", kind: .settled, state: .ready)
    let rest = Array(Self.events.suffix(4)) + [again]
    #expect(Self.rows(rest, []).count == 1)
    #expect(!Self.rows(rest, [again]).filter { $0.hasPrefix("▸") }.isEmpty)
  }

  @Test("tell of an order the points at which another thread goes on")
  func foldOrder() {
    let threads = ["T1", "T1", "T1", "T2", "T1", "T1"]
    let points = threads.indices.map { place in
      Event(
        seq: place, ns: 0, thread: threads[place],
        subject: place == 3 ? "download" : Bench.points, kind: .began)
    }
    let lines = Self.rows(points, [])
    #expect(lines.count { $0.contains(" \(Bench.points) ") } == 2, "\(lines)")
  }

  @Test("leave out operations without a name, and none that is only called like one")
  func leaveOutNameless() {
    let nameless = Event(seq: 0, ns: 0, thread: "main", subject: "operation 2", kind: .enqueued)
    let named = Event(seq: 1, ns: 0, thread: "T1", subject: "pour", kind: .began)
    var operation = Snapshot.Operation(name: "operation 2", state: .ready)
    #expect(Self.rows([nameless, named], [named], [operation]).count == 2)
    operation.hasMadeUpName = true
    #expect(Self.rows([nameless, named], [named], [operation]).count == 1)
  }
}
