import OperationLab

extension TimelineSVG {
  /// The shapes of one bar.
  struct Bar {
    let bar: TimelineLayout.Bar
    /// Of the whole picture, to which open spans reach.
    let columns: Int
    /// Where column 0 begins, in pixels.
    let x: Int
    let y: Int

    private let words = TimelineWords()

    init(bar: TimelineLayout.Bar, columns: Int, x: Int, y: Int) {
      self.bar = bar
      self.columns = columns
      self.x = x
      self.y = y
    }

    var elements: String {
      (bar.isShared ? shared : bar.pieces.map(element).joined()) + label + complaint
    }

    /// A bar for several runs.
    private var shared: String {
      let names = "\(words.name(bar.subject)) to \(words.name(bar.lastSubject))"
      let title = TimelineMarkup.escaped("\(bar.count) runs of operations, \(names)")
      let shape = box(bar.first, bar.last, inset: 5)
      return #"<g class="tl-shared" data-count="\#(bar.count)"><title>\#(title)</title>"#
        + #"<rect \#(shape)/></g>"# + "\n"
    }

    private func element(_ piece: TimelineLayout.Bar.Piece) -> String {
      let span = piece.span
      var first = piece.first
      if span.kind == .unfinished {
        first = min(bar.lastBusy.map { $0 + 1 } ?? first, piece.last)
      }
      let inset = span.kind == .start ? 3 : 6
      let title = TimelineMarkup.escaped(words.sentence(span))
      let open = span.isOpen ? " tl-open" : ""
      return #"<g class="tl-\#(span.kind.rawValue)\#(open)"\#(facts(span))>"#
        + "<title>\(title)</title>"
        + #"<rect \#(box(first, piece.last, inset: inset))/>"#
        + (span.isOpen ? edge(piece.last, inset: inset) : "") + "</g>\n"
    }

    private func facts(_ span: Timeline.Span) -> String {
      TimelineMarkup.facts([
        ("subject", TimelineMarkup.text(span.subject)),
        ("thread", TimelineMarkup.text(span.thread)),
        ("kind", span.kind.rawValue), ("from", String(span.from)), ("to", String(span.to)),
        ("open", String(span.isOpen)),
      ])
    }

    private func box(_ first: Int, _ last: Int, inset: Int) -> String {
      let width = (last - first + 1) * cell - 1
      return #"x="\#(x + first * cell)" y="\#(y + inset)" width="\#(width)" "#
        + #"height="\#(row - 2 * inset)" rx="3""#
    }

    /// The torn right edge of a span that nothing ends.
    private func edge(_ last: Int, inset: Int) -> String {
      let right = x + (last + 1) * cell
      return #"<path class="tl-edge" d="M\#(right) \#(y + 1)V\#(y + row - 1)"/>"#
    }

    private var label: String {
      guard let label = bar.label else { return "" }
      return #"<text class="tl-label" x="\#(x + label.column * cell)" y="\#(y + 19)">"#
        + TimelineMarkup.escaped(label.text) + "</text>\n"
    }

    /// "never finished", at the right end, where it hides nothing.
    private var complaint: String {
      guard let open = bar.pieces.last(where: \.span.isOpen), !bar.isShared else { return "" }
      let text =
        switch open.span.kind {
        case .start: "never returned"
        case .body: "never ended"
        case .unfinished: "never finished"
        }
      let labelEnd = bar.label.map { $0.column + TerminalText.columns($0.text) } ?? 0
      let closed = bar.pieces.filter { !$0.span.isOpen }.map { $0.last + 1 }.max() ?? 0
      let free = bar.last - max(labelEnd, closed, open.first)
      guard free > text.count + 1 else { return "" }
      let end = x + bar.last * cell
      return #"<text class="tl-never" x="\#(end)" y="\#(y + 19)">\#(text)</text>"# + "\n"
    }

    private var cell: Int { TimelineSVG.cell }
    private var row: Int { TimelineSVG.row }
  }
}
