import OperationLab

/// What the signs of a picture mean, as paragraphs without line breaks.
struct TimelineLegend {
  let timeline: Timeline
  let layout: TimelineLayout
  let glyphs: TimelineText.Glyphs

  private var bars: [TimelineLayout.Bar] { layout.lanes.flatMap { $0.rows.joined() } }

  /// What each number stands for.
  var numbers: String {
    layout.key.enumerated().map { "\($0.offset + 1) = \($0.element)" }.joined(separator: ", ")
  }

  /// The kinds of bars, as `text(width:isASCII:)` draws them.
  var barSigns: String {
    let bars = bars
    let single = bars.filter { !$0.isShared }
    let kinds = Set(single.flatMap { $0.pieces.map(\.span.kind) })
    let tail = String(repeating: glyphs.unfinished, count: 2)
    let signs = [
      (glyphs.call.sample + " call of start()", kinds.contains(.start)),
      (glyphs.body.sample + " body", kinds.contains(.body)),
      (tail + " start() returned, not finished", kinds.contains(.unfinished)),
      (glyphs.open + " still open at the end", bars.contains(where: \.isOpen)),
      (glyphs.shared + " several share these columns", bars.contains(where: \.isShared)),
    ]
    return signs.filter(\.1).map(\.0).joined(separator: ", ")
  }

  /// The kinds of marks.
  var markSigns: String {
    let marks = layout.lanes.flatMap(\.marks)
    let used = Set(marks.filter { !$0.isMixed }.map(\.kind))
    let words = TimelineWords()
    var signs = Event.Kind.allCases.filter(used.contains).map {
      "\(glyphs.mark($0)) \(words.kind($0))"
    }
    if marks.contains(where: \.isMixed) { signs.append("\(glyphs.several) several events") }
    return signs.joined(separator: ", ")
  }

  /// What left and right mean.
  var axis: String {
    let order = "Left to right: the order of events, not time."
    guard layout.axis.isCompressed else { return order }
    let columns = layout.axis.columns
    return order + " A column is about \((timeline.events.count + columns - 1) / columns) events."
  }
}

extension TimelineText.Glyphs.Bar {
  fileprivate var sample: String { first + fill + last }
}
