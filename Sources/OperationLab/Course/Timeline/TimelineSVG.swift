import OperationLab

extension Timeline {
  /// A picture as a complete SVG document: light or dark as the reader's system is, with a title
  /// and a description for screen readers, and each span's facts as `data-` attributes.
  ///
  /// - Parameter title: of the picture; made safe here.
  package func svg(title: String) -> String {
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    return head + TimelineSVG(timeline: self, title: title).element()
  }
}

/// Paints a layout with shapes: a character cell of the layout is 8 by 30 pixels.
struct TimelineSVG {
  let timeline: Timeline
  let title: String
  private let layout: TimelineLayout
  private let gutter: Int
  private let words = TimelineWords()

  static let cell = 8
  static let row = 30
  private static let top = 34
  private static let margin = 16

  init(timeline: Timeline, title: String) {
    self.timeline = timeline
    self.title = title
    // Room for a label per event in a small trace; a large one is as wide as a screen and a half.
    let columns = min(max(100, timeline.events.count * 3), 220)
    layout = TimelineLayout(timeline, columns: columns, laneLimit: 60, rowLimit: 24)
    let widest = layout.lanes.map { TerminalText.columns($0.title) }.max() ?? 0
    gutter = Self.margin + min(max(widest, 5), 20) * Self.cell + Self.margin
  }

  private var width: Int { gutter + layout.axis.columns * Self.cell + Self.margin }

  /// The `svg` element alone, to stand inside a page.
  func element() -> String { picture(y: 0).element }

  /// The `svg` element, to stand `y` pixels down in another, and its size.
  func picture(y offset: Int) -> (element: String, width: Int, height: Int) {
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
      lanes += paint(lane, from: y + 3, &arrows)
      y += height
    }
    let ruler = timeline.events.isEmpty ? "" : ruler(to: y)
    let waits = Waits(timeline.waits, width: width, y: y + 14)
    let legend = Legend(timeline: timeline, layout: layout, width: width, y: y + 14 + waits.height)
    let height = y + 14 + waits.height + legend.height
    let place = offset == 0 ? "" : " y=\"\(offset)\""
    let element = """
      <svg xmlns="http://www.w3.org/2000/svg" class="tl" role="img" width="\(width)" \
      height="\(height)"\(place) viewBox="0 0 \(width) \(height)">
      <title>\(TimelineMarkup.text(title))</title>
      <desc>\(TimelineMarkup.escaped(timeline.prose(limit: 20)))</desc>
      <style>\(Self.style)</style>
      <rect class="tl-paper" width="\(width)" height="\(height)"/>
      \(stripes)\(ruler)\(lanes)\(arrows.elements(timeline.arrows))\(waits.elements)\
      \(legend.elements)</svg>

      """
    return (element, width, height)
  }

  /// Lines down the lanes, with numbers of events where there is room.
  private func ruler(to bottom: Int) -> String {
    var result = Self.text("event", "tl-faint", x: Self.margin, y: Self.top - 12)
    var free = 0
    for (step, place) in layout.axis.steps.enumerated() {
      let column = layout.axis.column(ofStep: step)
      let number = String(timeline.events[place].seq)
      guard column >= free, column + number.count <= layout.axis.columns else { continue }
      let x = gutter + column * Self.cell
      result += #"<path class="tl-grid" d="M\#(x) \#(Self.top - 6)V\#(bottom)"/>"# + "\n"
      result += Self.text(number, "tl-faint", x: x, y: Self.top - 12)
      free = column + number.count + 1
    }
    return result
  }

  private func paint(
    _ lane: TimelineLayout.Lane, from top: Int, _ arrows: inout Arrows
  ) -> String {
    var result = ""
    var y = top
    for row in lane.rows {
      for bar in row {
        for piece in bar.pieces { anchor(piece, y: y + Self.row / 2, &arrows) }
        result += Bar(bar: bar, columns: layout.axis.columns, x: gutter, y: y).elements
      }
      y += Self.row
    }
    let glyphs = TimelineText.Glyphs.unicode
    for mark in lane.marks {
      let x = gutter + mark.column * Self.cell
      for place in mark.places { arrows.put(place, x: x + Self.cell / 2, y: y + 15) }
      let glyph = mark.isMixed ? glyphs.several : glyphs.mark(mark.kind)
      result += "<g>" + tooltip(mark) + Self.text(glyph, "tl-mark", x: x, y: y + 20)
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
    let first = mark.first.event
    let last = mark.last.event
    let note = first.note.isEmpty ? "" : " (\(first.note))"
    let what =
      mark.count == 1
      ? "event \(first.seq): \(words.name(first.subject)) \(words.kind(first.kind))\(note)"
      : "\(mark.count) events, \(first.seq) to \(last.seq)"
    return "<title>\(TimelineMarkup.text(what))</title>"
  }

  static func text(_ text: String, _ style: String, x: Int, y: Int) -> String {
    #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(TimelineMarkup.escaped(text))</text>"# + "\n"
  }
}
