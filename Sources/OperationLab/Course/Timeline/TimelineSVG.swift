import OperationDoctor
import OperationBench

extension Timeline {
  /// A picture as a complete SVG document: light or dark as the reader's system is, with a title
  /// and a description for screen readers, and each span's facts as `data-` attributes.
  ///
  /// - Parameters:
  ///   - title: of the picture. Made safe here.
  ///   - language: of the words.
  package func svg(title: String, in language: Language = .english) -> String {
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    return head
      + TimelineSVG(timeline: self, title: title, words: TimelineWords(language: language))
      .picture().element
  }
}

/// Draws a layout with shapes: a character cell of the layout is 8 by 30 pixels.
struct TimelineSVG {
  let timeline: Timeline
  let title: String
  private let isStepped: Bool
  private let layout: TimelineLayout
  private let gutter: Int
  private let words: TimelineWords
  private let glyphs = TimelineText.Glyphs.unicode

  fileprivate static let cell = 8
  fileprivate static let row = 30
  private static let top = 34
  fileprivate static let margin = 16
  /// What a page that steps has room for, beside the code.
  private static let steppedWidth = 600

  /// Blue finished, orange did not, and violet is an arrow. Names, edges and arrows say it too,
  /// without colour. Without the line feed that ends the file.
  static let style = String(TimelinePage.part("picture.css").dropLast())

  /// - Parameter isStepped: for a page that steps through the events. The end of the run stands below
  ///   everything else. `data-` attributes say where the lanes are, where each event begins, and where
  ///   the end of the run does.
  init(timeline: Timeline, title: String, words: TimelineWords, isStepped: Bool = false) {
    self.timeline = timeline
    self.words = words
    self.title = title
    self.isStepped = isStepped
    let titles = timeline.lanes.map { words.name($0.thread) }
    let widest = titles.map(TerminalText.columns).max() ?? 0
    gutter = Self.margin + min(max(widest, 5), 20) * Self.cell + Self.margin
    // Room for a label per event, as far as a page has it. A page that steps has less, and scrolls.
    let room = ((isStepped ? Self.steppedWidth : 900) - Self.margin - gutter) / Self.cell
    let count = timeline.events.count
    let columns = isStepped ? min(max(room, count * 2), 600) : min(max(100, count * 3), room)
    layout = TimelineLayout(timeline, columns: columns, laneLimit: 60, rowLimit: 24, words: words)
  }

  private var width: Int { gutter + layout.axis.columns * Self.cell + Self.margin }

  /// The `svg` element, `y` pixels down when it is inside another, and its size.
  ///
  /// - Parameter hasStyle: whether its style is in it, and not elsewhere in the document.
  func picture(
    y offset: Int = 0, hasStyle: Bool = true
  ) -> (element: String, width: Int, height: Int) {
    var stripes = ""
    var lanes = ""
    var arrows = Arrows()
    var y = Self.top
    for (index, lane) in layout.lanes.enumerated() {
      let height = Self.row * max(1, lane.rows.count + (lane.marks.isEmpty ? 0 : 1)) + 6
      stripes += #"<rect class="tl-lane\#(index % 2)" x="0" y="\#(y)" width="\#(width)" "#
      stripes += #"height="\#(height)"/>"# + "\n"
      let name = TerminalText.fitted(lane.title, to: (gutter - 2 * Self.margin) / Self.cell)
      lanes += Self.text(name, "tl-thread", x: Self.margin, y: y + 22)
      lanes += draw(lane, from: y + 3, &arrows)
      y += height
    }
    let ruler = timeline.events.isEmpty ? "" : ruler(to: y)
    let lanesEnd = y
    y += 14
    let (below, end) = below(&y)
    let height = y + 10
    let place = offset == 0 ? "" : " y=\"\(offset)\""
    let element = """
      <svg xmlns="http://www.w3.org/2000/svg" class="tl" role="img" width="\(width)" \
      height="\(height)"\(place) viewBox="0 0 \(width) \(height)"\
      \(isStepped ? places(lanesEnd: lanesEnd, end: end) : "")>
      <title>\(TimelineMarkup.text(title))</title>
      <desc>\(TimelineMarkup.escaped(timeline.prose(limit: 20, in: words.language)))</desc>
      \(hasStyle ? "<style>\(Self.style)</style>\n" : "")\
      <rect class="tl-paper" width="\(width)" height="\(height)"/>
      \(stripes)\(ruler)\(lanes)\(arrows.elements(timeline.arrows, words))\(below)</svg>

      """
    return (element, width, height)
  }

  /// Where the script finds what it lights up.
  private func places(lanesEnd: Int, end: Int) -> String {
    let columns = timeline.events.indices.map { layout.axis.column(ofPlace: $0) }
    let starts = Set(columns).sorted()
    // Events that share a column divide it among them, up to the next.
    let begins = zip(starts, starts.dropFirst() + [layout.axis.columns]).flatMap { column, next in
      let count = columns.count { $0 == column }
      return (0..<count).map {
        String(gutter + (column * count + $0 * (next - column)) * Self.cell / count)
      }
    }
    return #" data-lanes="\#(gutter) \#(Self.top) \#(width - Self.margin) \#(lanesEnd)" "#
      + #"data-end="\#(end)" data-events="\#(begins.joined(separator: " "))""#
  }

  /// Lines down the lanes, with numbers of events where there is room.
  private func ruler(to bottom: Int) -> String {
    var result = Self.text(words("event"), "tl-faint", x: Self.margin, y: Self.top - 12)
    for number in layout.axis.ruler {
      let x = gutter + number.column * Self.cell
      result += #"<path class="tl-grid" d="M\#(x) \#(Self.top - 6)V\#(bottom)"/>"# + "\n"
      result += Self.text(number.text, "tl-faint", x: x, y: Self.top - 12)
    }
    return result
  }

  private func draw(
    _ lane: TimelineLayout.Lane, from top: Int, _ arrows: inout Arrows
  ) -> String {
    var result = ""
    var y = top
    for row in lane.rows {
      for bar in row {
        for piece in bar.pieces { anchor(piece, y: y + Self.row / 2, &arrows) }
        result += Bar(bar: bar, x: gutter, y: y, words: words).elements
      }
      y += Self.row
    }
    for mark in lane.marks {
      let x = gutter + mark.column * Self.cell
      for place in mark.places { arrows.put(place, x: x + Self.cell / 2, y: y + 15) }
      result += "<g>" + tooltip(mark) + Self.text(glyphs.sign(mark), "tl-mark", x: x, y: y + 20)
      if let label = mark.label {
        let x = gutter + label.column * Self.cell + 3
        result += Self.text(label.text, "tl-note", x: x, y: y + 20)
      }
      result += "</g>\n"
    }
    return result
  }

  /// Remembers where a span begins and ends, for arrows.
  private func anchor(_ piece: TimelineLayout.Bar.Piece, y: Int, _ arrows: inout Arrows) {
    let span = piece.span
    arrows.put(span.fromPlace, x: gutter + piece.first * Self.cell, y: y)
    if !span.isOpen { arrows.put(span.toPlace, x: gutter + (piece.last + 1) * Self.cell, y: y) }
  }

  private func tooltip(_ mark: TimelineLayout.Mark) -> String {
    let first = mark.first
    let note: Phrase = first.notePhrase.isEmpty ? "" : " (\(first.notePhrase))"
    let what: Phrase =
      mark.count == 1
      ? "event \(first.seq): \(words.name(first.subject)) \(words.kind(first.kind))\(note)"
      : "\(mark.count) events, \(first.seq) to \(mark.last.seq)"
    return "<title>\(TimelineMarkup.text(words(what)))</title>"
  }

  fileprivate static func text(_ text: String, _ style: String, x: Int, y: Int) -> String {
    #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(TimelineMarkup.escaped(text))</text>"# + "\n"
  }
}

/// The shapes of one bar.
private struct Bar {
  let bar: TimelineLayout.Bar
  /// Where column 0 begins, in pixels.
  let x: Int
  let y: Int

  let words: TimelineWords

  var elements: String {
    (bar.isShared ? shared : bar.pieces.map(element).joined()) + label + complaint
  }

  /// A bar for several runs.
  private var shared: String {
    let (first, last) = (words.name(bar.subject), words.name(bar.lastSubject))
    let title = TimelineMarkup.escaped(
      words("\(bar.count) runs of operations, \(first) to \(last)"))
    let shape = box(bar.first, bar.last, inset: 5)
    return #"<g class="tl-shared" data-count="\#(bar.count)"><title>\#(title)</title>"#
      + #"<rect \#(shape)/></g>"# + "\n"
  }

  private func element(_ piece: TimelineLayout.Bar.Piece) -> String {
    let span = piece.span
    let first = span.kind == .unfinished ? bar.tail?.first : piece.first
    let inset = span.kind == .start ? 3 : 6
    let title = TimelineMarkup.escaped(words.sentence(span))
    let open = span.isOpen ? " tl-open" : ""
    let kind = span.kind == .running ? Timeline.Span.Kind.body : span.kind
    return #"<g class="tl-\#(kind.rawValue)\#(open)"\#(TimelineMarkup.facts(span.facts))>"#
      + "<title>\(title)</title>"
      + #"<rect \#(box(min(first ?? piece.first, piece.last), piece.last, inset: inset))/>"#
      + (span.isOpen ? edge(piece.last) : "") + "</g>\n"
  }

  private func box(_ first: Int, _ last: Int, inset: Int) -> String {
    let width = (last - first + 1) * TimelineSVG.cell - 1
    return #"x="\#(x + first * TimelineSVG.cell)" y="\#(y + inset)" width="\#(width)" "#
      + #"height="\#(TimelineSVG.row - 2 * inset)" rx="3""#
  }

  /// The torn right edge of a span that nothing ends.
  private func edge(_ last: Int) -> String {
    let right = x + (last + 1) * TimelineSVG.cell
    return #"<path class="tl-edge" d="M\#(right) \#(y + 1)V\#(y + TimelineSVG.row - 1)"/>"#
  }

  private var label: String {
    guard let label = bar.label else { return "" }
    return TimelineSVG.text(
      label.text, "tl-label", x: x + label.column * TimelineSVG.cell, y: y + 19)
  }

  /// "never finished", at the right end, where it hides nothing.
  private var complaint: String {
    guard let open = bar.pieces.last(where: \.span.isOpen), !bar.isShared else { return "" }
    let complaint: Phrase =
      switch open.span.kind {
      case .start: "never returned"
      case .body: "never ended"
      case .running, .unfinished: "never finished"
      }
    let text = words(complaint)
    let labelEnd = bar.label.map { $0.column + TerminalText.columns($0.text) } ?? 0
    let closed = bar.pieces.filter { !$0.span.isOpen }.map { $0.last + 1 }.max() ?? 0
    let free = bar.last - max(labelEnd, closed, open.first)
    guard free > TerminalText.columns(text) + 1 else { return "" }
    return TimelineSVG.text(text, "tl-never", x: x + bar.last * TimelineSVG.cell, y: y + 19)
  }
}

/// A chain of boxes, each of which waits for the next. It goes on in further rows if it must.
private struct Chain {
  private(set) var elements = ""
  private(set) var bottom: Int
  private let width: Int
  /// Where rows begin. A circle comes back on the left.
  private let left: Int
  private var x: Int
  private var y: Int

  private static let box = 26
  private static let gap = 32

  init(_ chain: WaitPath, width: Int, y: Int, _ say: TimelineWords) {
    self.width = width
    self.y = y
    left = TimelineSVG.margin + (chain.isCircle ? 12 : 0)
    x = left
    bottom = y + Self.box
    let words = chain.shortened.map { TerminalText.visible(say($0.words)) }
    let ending = TerminalText.visible(say(chain.ending))
    let all = words + [ending].filter { !$0.isEmpty }
    let title = TimelineMarkup.escaped(all.joined(separator: " → "))
    elements = #"<g class="tl-wait"\#(TimelineMarkup.facts(chain.facts))><title>\#(title)</title>"#
    elements += "\n"
    for (place, station) in chain.shortened.enumerated() {
      let isLast = place == words.count - 1 && !chain.isCircle
      add(words[place], isFirst: place == 0, isLast: isLast, isRound: !station.isOperations)
    }
    if !ending.isEmpty { add(ending: ending) }
    if chain.isCircle { close(from: y) }
    elements += "</g>\n"
  }

  private mutating func add(_ words: String, isFirst: Bool, isLast: Bool, isRound: Bool) {
    let room = (width - left - Self.gap - TimelineSVG.margin) / TimelineSVG.cell - 2
    let name = TerminalText.fitted(words, to: room)
    let size = (TerminalText.columns(name) + 2) * TimelineSVG.cell
    let gap = isFirst ? 0 : Self.gap
    if x + gap + size > width - TimelineSVG.margin { breakRow() }
    if !isFirst { arrow() }
    let style = isLast ? "tl-holding" : "tl-waiting"
    elements +=
      #"<rect class="\#(style)" x="\#(x)" y="\#(y)" width="\#(size)" height="\#(Self.box)" "#
    elements += #"rx="\#(isRound ? Self.box / 2 : 4)"/>"#
    elements += TimelineSVG.text(name, "tl-label", x: x + TimelineSVG.cell, y: y + 17)
    x += size
  }

  private mutating func add(ending: String) {
    let room = (width - TimelineSVG.margin - x) / TimelineSVG.cell - 1
    if TerminalText.columns(ending) > room { breakRow() }
    for line in TerminalText.wrapped(ending, to: (width - x) / TimelineSVG.cell - 2) {
      elements += TimelineSVG.text(line, "tl-note", x: x + TimelineSVG.cell, y: y + 17)
      bottom = y + Self.box
      y += 18
    }
  }

  private mutating func breakRow() {
    x = left
    y += Self.box + 8
    bottom = y + Self.box
  }

  /// From where the chain is to the next box.
  private mutating func arrow() {
    elements += #"<path d="M\#(x + 4) \#(y + 13)h\#(Self.gap - 14)"/>"#
    elements += Arrows.head(x: x + Self.gap - 2, y: y + 13)
    x += Self.gap
  }

  /// From the last box below all rows back to the first.
  private mutating func close(from first: Int) {
    let turn = y + Self.box + 8
    elements += #"<path d="M\#(x - 12) \#(y + Self.box)V\#(turn)H14V\#(first + 13)h6"/>"#
    elements += Arrows.head(x: left - 2, y: first + 13)
    bottom = turn
  }
}

/// Where events are in a picture, and the arrows between them.
private struct Arrows {
  /// The middle of an event's bar or sign, in pixels.
  private var points: [Int: (x: Int, y: Int)] = [:]
  /// More would hide each other.
  private static let limit = 200

  mutating func put(_ place: Int, x: Int, y: Int) {
    points[place] = (x, y)
  }

  /// The arrows whose ends are both drawn.
  func elements(_ arrows: [Timeline.Arrow], _ words: TimelineWords) -> String {
    arrows.prefix(Self.limit).compactMap { arrow in
      guard let from = points[arrow.fromPlace], let to = points[arrow.toPlace] else {
        return nil
      }
      let title = TimelineMarkup.escaped(words.sentence(arrow))
      // Leaves to the right and arrives from the left, however near the two are.
      let bend = max(12, abs(to.x - from.x) / 2)
      let curve =
        "M\(from.x) \(from.y)C\(from.x + bend) \(from.y) \(to.x - bend) \(to.y) \(to.x - 3) \(to.y)"
      return #"<g class="tl-arrow"\#(TimelineMarkup.facts(arrow.facts))><title>\#(title)</title>"#
        + #"<path d="\#(curve)"/>\#(Self.head(x: to.x, y: to.y))</g>"# + "\n"
    }.joined()
  }

  /// The tip of an arrow, which points to the right.
  static func head(x: Int, y: Int) -> String {
    #"<path class="tl-head" d="M\#(x) \#(y)l-8 -4v8z"/>"#
  }
}

// Below the lanes: who waits for whom in the end, and the legend.
extension TimelineSVG {
  /// On a page that steps, it is as wide as what one sees of the lanes.
  private var belowWidth: Int { isStepped ? min(width, Self.steppedWidth) : width }

  /// All of it, and on a page that steps, where that begins which tells the end.
  private func below(_ y: inout Int) -> (elements: String, end: Int) {
    guard !timeline.events.isEmpty else {
      let text = Self.text(words("Nothing happened."), "tl-note", x: 16, y: y + 4)
      y += 14
      return (text, y)
    }
    let signs = [layout.markSigns(glyphs), layout.numbers]
    let outcomes = words.outcomes(timeline.operations)
    guard isStepped else {
      let chains = chains(&y) + samples(&y)
      return (chains + sentences(signs + outcomes + [layout.direction], &y), y)
    }
    let legend = samples(&y) + sentences(signs + [layout.direction], &y)
    y += 10
    let end = y
    let all = legend + chains(&y) + sentences(outcomes, &y)
    return ("<g class=\"tl-below\">\n\(all)</g>\n", end)
  }

  private func chains(_ y: inout Int) -> String {
    guard !timeline.chains.isEmpty else { return "" }
    let limit = 12
    var result = Self.text(words("In the end, who waits for whom:"), "tl-thread", x: 16, y: y + 14)
    y += 26
    for chain in timeline.chains.prefix(limit) {
      let drawn = Chain(chain, width: belowWidth, y: y, words)
      result += drawn.elements
      y = drawn.bottom + 10
    }
    if timeline.chains.count > limit {
      let more = words.count(timeline.chains.count - limit, "more chain")
      result += Self.text(words("And " + more + "."), "tl-note", x: 16, y: y + 14)
      y += 20
    }
    y += 8
    return result
  }

  /// Samples of the bars and the arrow.
  private func samples(_ y: inout Int) -> String {
    var result = ""
    var x = 16
    let bars = layout.bars
    for (style, phrase) in samples(bars) {
      let meaning = words(phrase)
      let sampleWidth = 42 + TerminalText.columns(meaning) * Self.cell + 20
      if x + sampleWidth > belowWidth { (x, y) = (16, y + 24) }
      result += #"<g class="\#(style)"><rect x="\#(x)" y="\#(y)" width="32" height="16" rx="3"/>"#
      if style.hasSuffix("open") {
        result += #"<path class="tl-edge" d="M\#(x + 33) \#(y - 2)v20"/>"#
      }
      result += "</g>" + Self.text(meaning, "tl-note", x: x + 42, y: y + 12)
      x += sampleWidth
    }
    if !timeline.arrows.isEmpty {
      if x + 138 > belowWidth { (x, y) = (16, y + 24) }
      result += #"<g class="tl-arrow"><path d="M\#(x) \#(y + 8)h26"/>"#
      result += Arrows.head(x: x + 32, y: y + 8) + "</g>"
      result += Self.text(words("let it go on"), "tl-note", x: x + 42, y: y + 12)
    }
    y += bars.isEmpty ? 0 : 26
    return result
  }

  private func sentences(_ paragraphs: [String], _ y: inout Int) -> String {
    var result = ""
    let columns = (belowWidth - 32) / Self.cell
    for line in paragraphs.flatMap({ TerminalText.wrapped($0, to: columns) }) {
      result += Self.text(line, "tl-note", x: 16, y: y + 12)
      y += 20
    }
    return result
  }

  private func samples(_ bars: [TimelineLayout.Bar]) -> [(style: String, meaning: Phrase)] {
    let closed = bars.filter { !$0.isShared }.flatMap(\.pieces).map(\.span).filter { !$0.isOpen }
    let kinds = Set(closed.map(\.kind))
    let all: [(String, Phrase, Bool)] = [
      ("tl-start", "start()", kinds.contains(.start)),
      ("tl-body", "body", kinds.contains(.body)),
      ("tl-body", "started, until it finished", kinds.contains(.running)),
      ("tl-unfinished", "returned, not finished", kinds.contains(.unfinished)),
      ("tl-body tl-open", "never ended", bars.contains(where: \.isOpen)),
      ("tl-shared", "several together", bars.contains(where: \.isShared)),
    ]
    return all.filter(\.2).map { ($0.0, $0.1) }
  }
}
