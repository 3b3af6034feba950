import OperationLab

extension TimelineSVG {
  /// The lines below the lanes: samples of the bars, then sentences.
  struct Legend {
    let elements: String
    let height: Int

    init(timeline: Timeline, layout: TimelineLayout, width: Int, y: Int) {
      guard !timeline.events.isEmpty else {
        elements = #"<text class="tl-note" x="16" y="\#(y + 4)">Nothing happened.</text>"# + "\n"
        height = 24
        return
      }
      var result = ""
      let top = y
      var (x, y) = (16, y)
      let bars = layout.lanes.flatMap { $0.rows.joined() }
      for (style, meaning) in Self.samples(bars) {
        let sampleWidth = 42 + meaning.count * TimelineSVG.cell + 20
        if x + sampleWidth > width { (x, y) = (16, y + 24) }
        result += #"<g class="\#(style)"><rect x="\#(x)" y="\#(y)" width="32" height="16" rx="3"/>"#
        if style.hasSuffix("open") {
          result += #"<path class="tl-edge" d="M\#(x + 33) \#(y - 2)v20"/>"#
        }
        result += #"</g><text class="tl-note" x="\#(x + 42)" y="\#(y + 12)">\#(meaning)</text>"#
        result += "\n"
        x += sampleWidth
      }
      if !timeline.arrows.isEmpty { result += Self.arrowSample(x: x, y: y) }
      var bottom = y + (bars.isEmpty ? 0 : 26)
      let legend = TimelineLegend(timeline: timeline, layout: layout, glyphs: .unicode)
      let outcomes = TimelineWords().outcomes(timeline.operations)
      for paragraph in [legend.markSigns, legend.numbers] + outcomes + [legend.axis] {
        let columns = (width - 32) / TimelineSVG.cell
        for line in TerminalText.wrapped(paragraph, to: columns) {
          let text = TimelineMarkup.escaped(line)
          result += #"<text class="tl-note" x="16" y="\#(bottom + 12)">\#(text)</text>"# + "\n"
          bottom += 20
        }
      }
      elements = result
      height = bottom - top + 10
    }

    private static func arrowSample(x: Int, y: Int) -> String {
      #"<g class="tl-arrow"><path d="M\#(x) \#(y + 8)h26"/>"#
        + #"<path class="tl-head" d="M\#(x + 32) \#(y + 8)l-8 -4v8z"/></g>"#
        + #"<text class="tl-note" x="\#(x + 42)" y="\#(y + 12)">let it go on</text>"# + "\n"
    }

    private static func samples(_ bars: [TimelineLayout.Bar]) -> [(style: String, String)] {
      let pieces = bars.filter { !$0.isShared }.flatMap(\.pieces)
      let kinds = Set(pieces.map(\.span).filter { !$0.isOpen }.map(\.kind))
      let all = [
        ("tl-start", "start()", kinds.contains(.start)),
        ("tl-body", "body", kinds.contains(.body)),
        ("tl-unfinished", "returned, not finished", kinds.contains(.unfinished)),
        ("tl-body tl-open", "never came to its end", bars.contains(where: \.isOpen)),
        ("tl-shared", "several together", bars.contains(where: \.isShared)),
      ]
      return all.filter(\.2).map { ($0.0, $0.1) }
    }
  }
}
