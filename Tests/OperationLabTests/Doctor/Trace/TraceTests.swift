import Foundation
import OperationBench
import OperationLab
import Testing

@Suite("A trace", .repeatable)
struct TraceTests {
  @Test("puts events into the order of their places")
  func order() {
    let trace = Trace([event(2, 30), event(0, 10), event(1, 20)])
    #expect(trace.events == [event(0, 10), event(1, 20), event(2, 30)])
  }

  @Test("lets no time run backwards")
  func clamping() {
    let trace = Trace([event(0, 50), event(1, 40), event(2, 60), event(3, 10)])
    #expect(trace.events.map(\.ns) == [50, 50, 60, 60])
  }

  @Test("lists threads and subjects as they first appear, those without a name left out")
  func firstAppearances() {
    let trace = Trace([
      event(0, 0, "T2", "b"), event(1, 0, "main", "a"), event(2, 0, "T2", ""),
      event(3, 0, "T1", "b"),
    ])
    #expect(trace.threads == ["T2", "main", "T1"])
    #expect(trace.subjects == ["b", "a"])
  }

  @Test("is an array of events in JSON, and comes back the same")
  func coding() throws {
    let trace = Trace([
      Event(
        seq: 0, ns: 7, thread: "main", subject: "op", kind: .observed, state: [.ready, .finished],
        note: "at last")
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(trace)
    let expected =
      #"[{"kind":"observed","note":"at last","ns":7,"seq":0,"state":["ready","finished"],"#
      + #""subject":"op","thread":"main"}]"#
    #expect(String(decoding: json, as: UTF8.self) == expected)
    #expect(try JSONDecoder().decode(Trace.self, from: json) == trace)
  }

  @Test("read from JSON is put into order, too")
  func codingOrders() throws {
    let json = try JSONEncoder().encode([event(1, 5), event(0, 9)])
    #expect(
      try JSONDecoder().decode(Trace.self, from: json) == Trace([event(0, 9), event(1, 9)]))
  }

  private func event(
    _ seq: Int, _ ns: UInt64, _ thread: String = "main", _ subject: String = "op"
  ) -> Event {
    Event(seq: seq, ns: ns, thread: thread, subject: subject, kind: .noted)
  }
}

@Suite("A normalised trace", .repeatable)
struct TraceNormalisedTests {
  @Test("counts places and microseconds from nought and names threads as they appear")
  func renamed() {
    let trace = Trace([
      Event(seq: 3, ns: 111, thread: "T7", subject: "a", kind: .started),
      Event(seq: 5, ns: 222, thread: "main", subject: "a", kind: .noted, note: "n"),
      Event(seq: 9, ns: 333, thread: "T2", subject: "b", kind: .began, state: [.ready]),
      Event(seq: 12, ns: 444, thread: "T7", subject: "a", kind: .returned),
    ])
    #expect(
      trace.normalised().events == [
        Event(seq: 0, ns: 0, thread: "T1", subject: "a", kind: .started),
        Event(seq: 1, ns: 1000, thread: "main", subject: "a", kind: .noted, note: "n"),
        Event(seq: 2, ns: 2000, thread: "T2", subject: "b", kind: .began, state: [.ready]),
        Event(seq: 3, ns: 3000, thread: "T1", subject: "a", kind: .returned),
      ])
  }

  @Test("is not changed by doing it again", arguments: TimelineSamples.all.map(\.trace))
  func idempotent(_ trace: Trace) {
    #expect(trace.normalised().normalised() == trace.normalised())
  }
}
