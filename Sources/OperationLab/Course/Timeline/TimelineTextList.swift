import OperationLab

/// What the picture would show, as a list, where there is no room for a picture.
struct TimelineTextList {
  let timeline: Timeline
  let width: Int
  let isASCII: Bool

  private static let limit = 50
  private var words: TimelineWords { TimelineWords(isASCII: isASCII) }

  func lines() -> [String] {
    var lines: [String] = []
    for lane in timeline.lanes.prefix(Self.limit) {
      lines += wrapped(words.name(lane.thread) + ":")
      for span in lane.spans.prefix(Self.limit) { lines += wrapped(line(span), indent: 4) }
      let spans = lane.spans.count - Self.limit
      if spans > 0 { lines += wrapped("and \(words.count(spans, "more span"))", indent: 4) }
      if !lane.marks.isEmpty { lines += wrapped(words.count(lane.marks.count, "event"), indent: 4) }
    }
    let lanes = timeline.lanes.count - Self.limit
    if lanes > 0 { lines += wrapped("and \(words.count(lanes, "more thread"))") }
    lines += words.outcomes(timeline.operations).flatMap { wrapped($0) }
    lines += TimelineArrowText(timeline: timeline, isASCII: isASCII).paragraphs.flatMap {
      wrapped($0)
    }
    return lines + wrapped("Numbers are events.")
  }

  private func line(_ span: Timeline.Span) -> String {
    let end = span.isOpen ? ", open" : "-\(span.to)"
    return "\(words.name(span.subject)) \(span.kind.rawValue) \(span.from)\(end)"
  }

  private func wrapped(_ text: String, indent: Int = 2) -> [String] {
    let lines = TerminalText.wrapped(text, to: width - (indent - 2), indent: 2)
    return lines.map { String(repeating: " ", count: indent - 2) + $0 }
  }
}
