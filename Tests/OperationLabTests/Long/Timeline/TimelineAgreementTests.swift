import OperationCourse
import OperationLab
import OperationTesting
import Testing

@Suite("Every renderer tells the same spans", .repeatable)
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

  @Test("Text, prose, SVG, page and Perfetto tell the same arrows", arguments: TimelineSamples.all)
  func arrowsAgree(_ name: String, _ trace: Trace) throws {
    try expectSameLinks(Timeline(trace), widths: name == "hostile" ? [] : [60, 200])
  }

  @Test("They tell the same arrows of traces that make no sense", arguments: 0..<40)
  func arrowsOfNonsenseAgree(_ seed: UInt64) throws {
    try expectSameLinks(
      Timeline(TimelineNonsense.trace(seed: seed, count: 25)), widths: [])
  }

  @Test("They tell the same of those who wait in the end", arguments: TimelineHangs.all)
  func waitsAgree(_ name: String, _ run: Run) throws {
    let timeline = Timeline(run)
    #expect(!timeline.waits.isEmpty && !timeline.chains.isEmpty)
    try expectSameLinks(timeline, widths: [200])
  }

  /// - Parameter widths: of texts to read, for names without blanks.
  private func expectSameLinks(_ timeline: Timeline, widths: [Int]) throws {
    let raw = LinkFacts.model(timeline)
    let drawn = LinkFacts.drawn(timeline) { TerminalText.visible($0) }
    #expect(LinkFacts.markup(timeline.svg(title: "t")) == drawn)
    #expect(LinkFacts.markup(timeline.html(title: "t")) == drawn)
    #expect(try LinkFacts.perfetto(timeline.perfetto(title: "t")) == raw)
    for width in widths {
      #expect(LinkFacts.text(timeline.text(width: width)) == raw)
      #expect(LinkFacts.text(timeline.text(width: width, isASCII: true)) == raw)
      #expect(LinkFacts.prose(timeline.prose()) == raw)
    }
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
