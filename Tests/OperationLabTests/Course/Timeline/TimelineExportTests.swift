import OperationCourse
import OperationBench
import Testing

@Suite("What is exported", .repeatable)
struct TimelineExportTests {
  @Test("The page has a row for each event, and does not load itself again")
  func html() {
    let timeline = Timeline(TimelineSamples.stuck)
    let html = timeline.html(title: "Stuck")
    #expect(html.matches(of: /<tr><th scope="row">/).count == timeline.events.count)
    #expect(html.contains("<h2>Stuck</h2>"))
    let empty = Timeline(Trace()).html(title: "")
    #expect(empty.contains("<p>Nothing happened: the trace is empty.</p>"))
    #expect(!html.contains("http-equiv=\"refresh\""))
  }

  @Test("A drawing, a page and a trace file have each span and each arrow", arguments: 0..<40)
  func complete(_ seed: UInt64) throws {
    let timeline = Timeline(TimelineNonsense.trace(seed: seed, count: 25))
    let spans = timeline.lanes.flatMap(\.spans).count
    for markup in [timeline.svg(title: "t"), timeline.html(title: "t")] {
      #expect(markup.matches(of: /data-kind=/).count == spans)
      #expect(markup.matches(of: /data-arrow=/).count == timeline.arrows.count)
    }
    let file = try timeline.perfetto(title: "t")
    #expect(file.matches(of: /"kind":/).count == spans)
    #expect(file.matches(of: /"ph":"s"/).count == timeline.arrows.count)
  }
}
