import OperationLab
import Testing

@Suite("Every renderer tells the same spans")
struct TimelineAgreementTests {
  @Test("SVG, page, prose and Perfetto agree with the model", arguments: TimelineSamples.all)
  func samplesAgree(_ name: String, _ trace: Trace) throws {
    try expectAgreement(Timeline(trace))
  }

  @Test("They agree on traces that make no sense", arguments: 0..<40)
  func nonsenseAgrees(_ seed: UInt64) throws {
    try expectAgreement(Timeline(TimelineNonsense.trace(seed: seed, count: 25)))
  }

  @Test(
    "A reader of the text finds the same spans",
    arguments: TimelineSamples.all.filter { !["hostile", "empty"].contains($0.name) })
  func textAgrees(_ name: String, _ trace: Trace) {
    let timeline = Timeline(trace)
    let last = timeline.events.last?.seq ?? 0
    let told = TimelineFacts.picture(timeline.text(width: 200, isASCII: true), last: last)
    #expect(told == TimelineFacts.model(timeline))
  }

  private func expectAgreement(_ timeline: Timeline) throws {
    let last = timeline.events.last?.seq ?? 0
    let raw = TimelineFacts.model(timeline)
    let visible = TimelineFacts.model(timeline) { TerminalText.visible($0) }
    let spoken = TimelineFacts.model(timeline) {
      $0.isEmpty ? "(no name)" : TerminalText.visible($0)
    }
    #expect(TimelineFacts.markup(timeline.svg(title: "t")) == visible)
    #expect(TimelineFacts.markup(timeline.html(title: "t")) == visible)
    #expect(TimelineFacts.prose(timeline.prose(), last: last) == spoken)
    #expect(try TimelineFacts.perfetto(timeline.perfetto(title: "t")) == raw)
  }
}
