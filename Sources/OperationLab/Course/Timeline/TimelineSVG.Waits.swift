import OperationLab

extension TimelineSVG {
  /// Below the lanes: who waits for whom in the end, with an arrow from each to each.
  struct Waits {
    let elements: String
    let height: Int

    private static let limit = 12
    private static let row = 34

    init(_ waits: [Timeline.Wait], width: Int, y top: Int) {
      guard !waits.isEmpty else {
        (elements, height) = ("", 0)
        return
      }
      var result = TimelineSVG.text("In the end:", "tl-thread", x: 16, y: top + 14)
      var y = top + 24
      for wait in waits.prefix(Self.limit) {
        result += Self.element(wait, width: width, y: y)
        y += Self.row
      }
      if waits.count > Self.limit {
        let more = TimelineWords().count(waits.count - Self.limit, "more wait")
        result += TimelineSVG.text("And \(more).", "tl-note", x: 16, y: y + 14)
        y += 20
      }
      elements = result
      height = y - top + 8
    }

    /// A box for those who wait, an arrow that says for what, a box for each who would have to end.
    private static func element(_ wait: Timeline.Wait, width: Int, y: Int) -> String {
      let words = TimelineWords()
      let room = (width - 32) / cell
      let waiters = TerminalText.fitted(words.range(wait.waiters), to: room / 4)
      let what = TerminalText.fitted(label(wait), to: room / 2)
      var result =
        #"<g class="tl-wait"\#(facts(wait))><title>\#(TimelineMarkup.escaped(words.sentence(wait)))"#
        + "</title>\n"
      var x = 16
      result += box(waiters, "tl-waiting", x: &x, y: y)
      let end = x + (TerminalText.columns(what) + 5) * cell
      result += #"<path d="M\#(x + 4) \#(y + 13)H\#(end - 10)"/>"#
      result += #"<path class="tl-head" d="M\#(end - 4) \#(y + 13)l-8 -4v8z"/>"#
      result += TimelineSVG.text(what, "tl-note", x: x + 2 * cell, y: y + 8)
      x = end
      var names = holders(wait)
      var rest = max(0, wait.holderCount - names.count)
      func columns(_ name: String) -> Int { TerminalText.columns(name) + 4 }
      while names.count > 1, x + names.map(columns).reduce(10, +) * cell > width {
        names.removeLast()
        rest += 1
      }
      for name in names {
        let left = max(4, (width - 16 - x) / cell - 4)
        result += box(TerminalText.fitted(name, to: left), "tl-holding", x: &x, y: y)
      }
      if rest > 0 { result += TimelineSVG.text("and \(rest) more", "tl-note", x: x, y: y + 17) }
      return result + "</g>\n"
    }

    private static func label(_ wait: Timeline.Wait) -> String {
      let queue = TimelineWords().name(wait.through)
      return switch wait.kind {
      case .slot: "wait for a slot of \(queue)"
      case .dependency: "wait for the end of"
      case .mainThread: "wait for the main thread"
      case .call where wait.through.isEmpty: "wait in a call for"
      case .call where wait.holderCount == 0: "wait in a call until \(queue) is empty: for itself"
      case .call: "wait in a call until \(queue) is empty"
      case .resume: "wait for the resuming of"
      }
    }

    /// Whom the arrow leads to.
    private static func holders(_ wait: Timeline.Wait) -> [String] {
      let words = TimelineWords()
      switch wait.kind {
      case .resume: return ["queue " + words.name(wait.through)]
      case .call where wait.holderCount == 0: return [words.range(wait.waiters)]
      default: return wait.holders.map(words.name)
      }
    }

    private static func facts(_ wait: Timeline.Wait) -> String {
      let names = { (names: [String]) in
        names.map { TimelineMarkup.text($0) }.joined(separator: ", ")
      }
      return TimelineMarkup.facts([
        ("wait", wait.kind.rawValue), ("waiters", names(wait.waiters)),
        ("holders", names(wait.holders)), ("through", TimelineMarkup.text(wait.through)),
      ])
    }

    /// A box around a name; moves `x` behind it.
    private static func box(_ name: String, _ style: String, x: inout Int, y: Int) -> String {
      let width = (TerminalText.columns(name) + 2) * cell
      defer { x += width + cell }
      return
        #"<rect class="\#(style)" x="\#(x)" y="\#(y)" width="\#(width)" height="26" rx="4"/>"#
        + TimelineSVG.text(name, "tl-label", x: x + cell, y: y + 17)
    }

    private static var cell: Int { TimelineSVG.cell }
  }
}
