import OperationBench
import OperationLab
import Testing

/// Traces of runs that never were, from which mutants are made.
@Suite("Editing a trace", .repeatable)
struct TraceEditingTests {
  private let trace = Trace([
    SampleLesson.event(0, 0, "main", "a", .enqueued),
    SampleLesson.event(1, 10, "T1", "a", .began),
    SampleLesson.event(2, 20, "T2", "b", .began),
    SampleLesson.event(3, 30, "T1", "a", .ended),
    SampleLesson.event(4, 40, "main", "a", .settled, [.ready]),
    SampleLesson.event(5, 50, "main", "b", .settled, [.ready]),
  ])

  @Test("removes events of one subject, or of all")
  func removing() {
    #expect(
      lines(trace.removing(.began, of: "b")) == [
        "0 main a enqueued", "1 T1 a began", "2 T1 a ended", "3 main a settled",
        "4 main b settled",
      ])
    #expect(
      lines(trace.removing(.began)) == [
        "0 main a enqueued", "1 T1 a ended", "2 main a settled", "3 main b settled",
      ])
  }

  @Test("changes the events that match and no other")
  func replacing() {
    let changed = trace.replacing(.settled, of: "b") { $0.state = [.ready, .finished] }
    #expect(changed.events.dropLast() == trace.events.dropLast())
    #expect(changed.events.last?.state == [.ready, .finished])
    #expect(trace.replacing(.began) { $0.thread = "T9" }.threads == ["main", "T9", "T1"])
  }

  @Test("moves the first match to the front, the last to the end, and counts anew")
  func moving() {
    #expect(
      lines(trace.movingToFront(.began, of: "b")) == [
        "0 T2 b began", "1 main a enqueued", "2 T1 a began", "3 T1 a ended", "4 main a settled",
        "5 main b settled",
      ])
    #expect(lines(trace.movingToEnd(.began, of: "a")).last == "5 T1 a began")
    #expect(trace.movingToFront(.finished, of: "a") == trace)
    #expect(trace.movingToEnd(.finished, of: "a") == trace)
  }

  @Test("inserts an event before the trace comes to rest, or at its end")
  func inserting() {
    #expect(
      lines(trace.inserting(.finished, of: "b", on: "T3")) == [
        "0 main a enqueued", "1 T1 a began", "2 T2 b began", "3 T1 a ended", "4 T3 b finished",
        "5 main a settled", "6 main b settled",
      ])
    #expect(lines(Trace().inserting(.began, of: "a")) == ["0 main a began"])
    let restless = trace.removing(.settled)
    #expect(lines(restless.inserting(.completed, of: "a")).last == "4 main a completed")
  }

  @Test("never lets time run backwards")
  func time() {
    let times = trace.movingToEnd(.enqueued, of: "a").events.map(\.ns)
    #expect(times == times.sorted())
  }

  private func lines(_ trace: Trace) -> [String] {
    trace.events.map { "\($0.seq) \($0.thread) \($0.subject) \($0.kind.rawValue)" }
  }
}
