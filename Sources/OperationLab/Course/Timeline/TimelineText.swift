import OperationLab

extension Timeline {
  /// A picture for a terminal: a lane for each thread, the order of events from left to right.
  ///
  /// Plain lines, each ended by a line feed, none wider than `width`, without colours.
  /// Under 40 columns there is no room for a picture, and a list is given instead.
  ///
  /// - Parameters:
  ///   - width: of the terminal, in columns; anything under 12 counts as 12.
  ///   - isASCII: only characters that every terminal has, for `TERM=dumb`.
  package func text(width: Int = 80, isASCII: Bool = false) -> String {
    let width = max(width, 12)
    let lines =
      if events.isEmpty {
        TerminalText.wrapped("Nothing happened: the trace is empty.", to: width)
      } else if width < 40 {
        TimelineTextList(timeline: self, width: width, isASCII: isASCII).lines()
      } else {
        TimelineText(timeline: self, width: width, isASCII: isASCII).lines()
      }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Paints a layout with characters.
struct TimelineText {
  let timeline: Timeline
  let width: Int
  let glyphs: Glyphs
  private let gutter: Int
  private let layout: TimelineLayout

  init(timeline: Timeline, width: Int, isASCII: Bool) {
    self.timeline = timeline
    self.width = width
    glyphs = isASCII ? .ascii : .unicode
    let laneLimit = 24
    let words = TimelineWords(isASCII: isASCII)
    let titles =
      ["event"] + timeline.lanes.prefix(laneLimit).map { words.name($0.thread) }
      + [TimelineLayout.rest(timeline.lanes.count - laneLimit)]
    gutter = min(titles.map { TerminalText.columns($0) }.max() ?? 0, width / 5)
    layout = TimelineLayout(
      timeline, columns: width - gutter - 2, laneLimit: laneLimit, rowLimit: 10, isASCII: isASCII)
  }

  func lines() -> [String] {
    var lines = [line("event", ruler())]
    for lane in layout.lanes {
      var rows = lane.rows.map(paint)
      if !lane.marks.isEmpty || rows.isEmpty { rows.append(paint(lane.marks)) }
      for (index, row) in rows.enumerated() {
        lines.append(line(index == 0 ? lane.title : "", row))
      }
    }
    return lines + legend()
  }

  private func legend() -> [String] {
    let legend = TimelineLegend(timeline: timeline, layout: layout, glyphs: glyphs)
    let outcomes = TimelineWords(isASCII: glyphs.isASCII).outcomes(timeline.operations)
    let paragraphs =
      outcomes + TimelineArrowText(timeline: timeline, isASCII: glyphs.isASCII).paragraphs
      + [legend.numbers, legend.barSigns, legend.markSigns, legend.axis]
    return paragraphs.filter { !$0.isEmpty }.flatMap {
      TerminalText.wrapped($0, to: width, indent: 2)
    }
  }

  private func line(_ title: String, _ canvas: Canvas) -> String {
    let title = TerminalText.fitted(title, to: gutter, isASCII: glyphs.isASCII)
    let padding = String(repeating: " ", count: gutter - TerminalText.columns(title) + 1)
    return title + padding + glyphs.border + canvas.text
  }

  /// The numbers of events, as many as fit.
  private func ruler() -> Canvas {
    var canvas = Canvas(columns: layout.axis.columns)
    var free = 0
    for (step, place) in layout.axis.steps.enumerated() {
      let column = layout.axis.column(ofStep: step)
      let number = String(timeline.events[place].seq)
      guard column >= free, column + number.count <= layout.axis.columns else { continue }
      canvas.put(number, at: column)
      free = column + number.count + 1
    }
    return canvas
  }

  private func paint(_ bars: [TimelineLayout.Bar]) -> Canvas {
    var canvas = Canvas(columns: layout.axis.columns)
    for bar in bars {
      if bar.isShared {
        canvas.fill(bar.first...bar.last, with: glyphs.shared)
      } else {
        // In the order of their beginnings, so that bodies lie on top of their call.
        for piece in bar.pieces where piece.span.kind != .unfinished {
          paint(piece, on: &canvas)
        }
        if let tail = bar.tail { paint(tail, after: bar.lastBusy, on: &canvas) }
      }
      if bar.isOpen { canvas.put(glyphs.open, at: bar.last) }
      if let label = bar.label { canvas.put(label.text, at: label.column) }
    }
    return canvas
  }

  private func paint(_ piece: TimelineLayout.Bar.Piece, on canvas: inout Canvas) {
    let bar = piece.span.kind == .body ? glyphs.body : glyphs.call
    canvas.fill(piece.first...piece.last, with: bar.fill)
    canvas.put(bar.first, at: piece.first)
    canvas.put(piece.width > 1 ? bar.last : bar.single, at: piece.last)
  }

  private func paint(
    _ tail: TimelineLayout.Bar.Piece, after lastBusy: Int?, on canvas: inout Canvas
  ) {
    let first = lastBusy.map { $0 + 1 } ?? tail.first
    guard first <= tail.last else { return }
    canvas.fill(first...tail.last, with: glyphs.unfinished)
    canvas.put(glyphs.call.last, at: tail.last)
  }

  private func paint(_ marks: [TimelineLayout.Mark]) -> Canvas {
    var canvas = Canvas(columns: layout.axis.columns)
    for mark in marks {
      canvas.put(mark.isMixed ? glyphs.several : glyphs.mark(mark.kind), at: mark.column)
      guard let label = mark.label else { continue }
      canvas.put(glyphs.separator + label.text, at: label.column - glyphs.separator.count)
    }
    return canvas
  }
}
