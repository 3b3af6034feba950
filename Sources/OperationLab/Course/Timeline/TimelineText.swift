import OperationDoctor
import OperationBench
import OperationLab

extension Timeline {
  /// A picture for a terminal: a lane for each thread, the order of events from left to right.
  ///
  /// Plain lines, each ended by a line feed, none wider than `width`, without colours.
  /// Under 40 columns there is no room for a picture, and a list is given instead.
  ///
  /// - Parameters:
  ///   - width: of the terminal, in columns. Anything under 12 counts as 12.
  ///   - isASCII: only characters that every terminal has, for `TERM=dumb`.
  ///   - language: of the words.
  package func text(
    width: Int = 80, isASCII: Bool = false, in language: Language = .english
  ) -> String {
    let width = max(width, 12)
    let words = TimelineWords(isASCII: isASCII, language: language)
    let lines =
      if events.isEmpty {
        TerminalText.wrapped(words(Self.isEmpty), to: width)
      } else if width < 40 {
        TimelineList(timeline: self, width: width, words: words).lines()
      } else {
        TimelineText(timeline: self, width: width, words: words).lines()
      }
    return lines.joined(separator: "\n") + "\n"
  }

  static let isEmpty: Phrase = "Nothing happened: the trace is empty."
}

/// Draws a layout with characters.
struct TimelineText {
  let timeline: Timeline
  let width: Int
  private let glyphs: Glyphs
  private let words: TimelineWords
  private let gutter: Int
  private let layout: TimelineLayout

  init(timeline: Timeline, width: Int, words: TimelineWords) {
    self.timeline = timeline
    self.width = width
    self.words = words
    glyphs = words.isASCII ? .ascii : .unicode
    let laneLimit = 24
    let titles =
      [words("event")] + timeline.lanes.prefix(laneLimit).map { words.name($0.thread) }
      + [words(TimelineLayout.rest(timeline.lanes.count - laneLimit))]
    gutter = min(titles.map { TerminalText.columns($0) }.max() ?? 0, width / 5)
    layout = TimelineLayout(
      timeline, columns: width - gutter - 2, laneLimit: laneLimit, rowLimit: 10, words: words)
  }

  func lines() -> [String] {
    var lines = [line(words("event"), ruler())]
    for lane in layout.lanes {
      var rows = lane.rows.map(paint)
      if !lane.marks.isEmpty || rows.isEmpty { rows.append(paint(lane.marks)) }
      for (index, row) in rows.enumerated() {
        lines.append(line(index == 0 ? lane.title : "", row))
      }
    }
    let paragraphs =
      words.outcomes(timeline.operations) + words.links(of: timeline)
      + [layout.numbers, barSigns, layout.markSigns(glyphs), layout.direction]
    return lines
      + paragraphs.filter { !$0.isEmpty }.flatMap {
        TerminalText.wrapped($0, to: width, indent: 2)
      }
  }

  /// What the signs of the bars mean.
  private var barSigns: String {
    let bars = layout.bars
    let kinds = Set(bars.filter { !$0.isShared }.flatMap(\.pieces).map(\.span.kind))
    let tail = String(repeating: glyphs.unfinished, count: 2)
    let labels = (bars.map(\.label) + layout.lanes.flatMap(\.marks).map(\.label)).map { $0?.text }
    let counts = labels.contains { $0?.wholeMatch(of: /[x×]\d+/) != nil }
    let signs: [(String, Phrase, Bool)] = [
      (glyphs.call.sample, "call of start()", kinds.contains(.start)),
      (glyphs.body.sample, "body", kinds.contains(.body)),
      (glyphs.body.sample, "started, until it finished", kinds.contains(.running)),
      (tail, "start() returned, not finished", kinds.contains(.unfinished)),
      (glyphs.open, "still open at the end", bars.contains(where: \.isOpen)),
      (glyphs.shared, "several share these columns", bars.contains(where: \.isShared)),
      ((words.isASCII ? "x" : "×") + "2", "two in one place", counts),
    ]
    return signs.filter(\.2).map { "\($0.0) \(words($0.1))" }.joined(separator: words(", "))
  }

  private func line(_ title: String, _ canvas: Canvas) -> String {
    let title = TerminalText.fitted(title, to: gutter, isASCII: words.isASCII)
    let padding = String(repeating: " ", count: gutter - TerminalText.columns(title) + 1)
    return title + padding + glyphs.border + canvas.text
  }

  private func ruler() -> Canvas {
    var canvas = Canvas(columns: layout.axis.columns)
    for number in layout.axis.ruler { canvas.put(number.text, at: number.column) }
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
        if let tail = bar.tail, tail.width > 0 {
          canvas.fill(tail.first...tail.last, with: glyphs.unfinished)
          canvas.put(glyphs.call.last, at: tail.last)
        }
      }
      if bar.isOpen { canvas.put(glyphs.open, at: bar.last) }
      if let label = bar.label { canvas.put(label.text, at: label.column) }
    }
    return canvas
  }

  private func paint(_ piece: TimelineLayout.Bar.Piece, on canvas: inout Canvas) {
    let bar = piece.span.kind == .start ? glyphs.call : glyphs.body
    canvas.fill(piece.first...piece.last, with: bar.fill)
    canvas.put(bar.first, at: piece.first)
    canvas.put(piece.width > 1 ? bar.last : bar.single, at: piece.last)
  }

  private func paint(_ marks: [TimelineLayout.Mark]) -> Canvas {
    var canvas = Canvas(columns: layout.axis.columns)
    for mark in marks {
      canvas.put(glyphs.sign(mark), at: mark.column)
      guard let label = mark.label else { continue }
      canvas.put(glyphs.separator + label.text, at: label.column - glyphs.separator.count)
    }
    return canvas
  }
}

/// What the picture would show, as a list, where there is no room for a picture.
private struct TimelineList {
  let timeline: Timeline
  let width: Int
  let words: TimelineWords

  private static let limit = 50

  func lines() -> [String] {
    var lines: [String] = []
    for lane in timeline.lanes.prefix(Self.limit) {
      lines += wrapped(words.name(lane.thread) + ":")
      for span in lane.spans.prefix(Self.limit) { lines += wrapped(line(span), indent: 4) }
      let spans = lane.spans.count - Self.limit
      if spans > 0 { lines += wrapped(words("and " + words.count(spans, "more span")), indent: 4) }
      if !lane.marks.isEmpty {
        lines += wrapped(words(words.count(lane.marks.count, "event")), indent: 4)
      }
    }
    let lanes = timeline.lanes.count - Self.limit
    if lanes > 0 { lines += wrapped(words("and " + words.count(lanes, "more thread"))) }
    let paragraphs = words.outcomes(timeline.operations) + words.links(of: timeline)
    return lines + (paragraphs + [words("Numbers are events.")]).flatMap { wrapped($0) }
  }

  private func line(_ span: Timeline.Span) -> String {
    let end = span.isOpen ? words(", open") : "-\(span.to)"
    let kind = words.language.text(span.kind.rawValue)
    return "\(words.name(span.subject)) \(kind) \(span.from)\(end)"
  }

  private func wrapped(_ text: String, indent: Int = 2) -> [String] {
    let lines = TerminalText.wrapped(text, to: width - (indent - 2), indent: 2)
    return lines.map { String(repeating: " ", count: indent - 2) + $0 }
  }
}

// Arrows among the lanes of a picture made of characters would hide what they explain.
extension TimelineWords {
  /// A paragraph for each kind of arrow that there is, then one for each wait at the end.
  fileprivate func links(of timeline: Timeline) -> [String] {
    let limit = 12
    let arrows = Timeline.Arrow.Kind.allCases.compactMap { kind -> String? in
      let arrows = timeline.arrows.filter { $0.kind == kind }
      guard !arrows.isEmpty else { return nil }
      let rest = arrows.count - limit
      let list = arrows.prefix(limit).map(item) + (rest > 0 ? [self("\(rest) more")] : [])
      let all = list.joined(separator: self(", "))
      return "\(arrowhead) " + self("\(title(kind)): \(all).")
    }
    return arrows + told(timeline.waits, limit: limit, "wait") { self("\(sentence($0)).") }
  }

  /// `op1 24→27 op3`: op1 at event 24 let op3 happen at event 27.
  private func item(_ arrow: Timeline.Arrow) -> String {
    "\(name(arrow.releaser)) \(arrow.from)\(arrowhead)\(arrow.to) \(name(arrow.released))"
  }

  private var arrowhead: String { isASCII ? "->" : "→" }

  private func title(_ kind: Timeline.Arrow.Kind) -> Phrase {
    switch kind {
    case .slot: "slot passed on"
    case .dependency: "dependency over"
    case .resume: "queue resumed"
    case .wait: "wait over"
    case .gate: "gate opened"
    }
  }
}

extension TimelineText {
  /// One line of a picture, a cell for each column.
  struct Canvas {
    private var cells: [String]

    init(columns: Int) {
      cells = Array(repeating: " ", count: columns)
    }

    /// The cells without blanks at the end.
    var text: String {
      let end = cells.lastIndex { $0 != " " } ?? -1
      return cells[...end].joined()
    }

    mutating func fill(_ columns: ClosedRange<Int>, with glyph: String) {
      for column in columns { cells[column] = glyph }
    }

    /// Text that would run over the end is cut there.
    mutating func put(_ text: String, at column: Int) {
      var column = column
      for character in text {
        let width = TerminalText.columns(String(character))
        guard column + width <= cells.count else { return }
        guard width > 0 else { continue }
        cells[column] = String(character)
        for covered in 1..<max(width, 1) { cells[column + covered] = "" }
        column += width
      }
    }
  }

  /// The characters of a picture.
  struct Glyphs {
    let isASCII: Bool
    let border: String
    let call: Bar
    let body: Bar
    let unfinished: String
    let open: String
    let shared: String
    let several: String
    /// Keeps a mark that is a letter apart from its label.
    let separator: String

    /// A bar's beginning, middle and end, and the bar that is one column wide.
    struct Bar {
      let first: String
      let fill: String
      let last: String
      let single: String
      var sample: String { first + fill + last }
    }

    static let unicode = Glyphs(
      isASCII: false, border: "│", call: Bar(first: "├", fill: "─", last: "┤", single: "│"),
      body: Bar(first: "┝", fill: "━", last: "┥", single: "┃"), unfinished: "╌", open: "▷",
      shared: "▒", several: "*", separator: "")

    static let ascii = Glyphs(
      isASCII: true, border: "|", call: Bar(first: "[", fill: "-", last: "]", single: "I"),
      body: Bar(first: "[", fill: "=", last: "]", single: "H"), unfinished: ".", open: ">",
      shared: "#", several: "*", separator: ":")

    func mark(_ kind: Event.Kind) -> String {
      let (unicode, ascii) = Self.marks(kind)
      return isASCII ? ascii : unicode
    }

    func sign(_ mark: TimelineLayout.Mark) -> String {
      mark.isMixed ? several : self.mark(mark.kind)
    }

    private static func marks(_ kind: Event.Kind) -> (unicode: String, ascii: String) {
      switch kind {
      case .enqueued: ("+", "+")
      case .started: ("(", "(")
      case .returned: (")", ")")
      case .began: ("<", "{")
      case .ended: (">", "}")
      case .cancelled: ("×", "x")
      case .finished: ("✓", "v")
      case .announced: ("○", "a")
      case .completed: ("◆", "c")
      case .observed: ("◦", "o")
      case .waiting: ("◌", "w")
      case .opened: ("●", "g")
      case .timedOut: ("!", "!")
      case .suspended: ("‖", "s")
      case .resumed: ("▸", "r")
      case .released: ("~", "~")
      case .settled: ("·", ".")
      case .progressed: ("▪", "p")
      case .noted: ("•", "n")
      }
    }
  }
}
