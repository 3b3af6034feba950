import OperationTesting

extension TimelineSVG {
  /// Where events stand in a picture, and the arrows between them.
  struct Arrows {
    /// The middle of an event's bar or sign, in pixels.
    struct Point {
      let x: Int
      let y: Int
    }

    private var points: [Int: Point] = [:]
    /// More would hide each other.
    private static let limit = 200
    private let words = TimelineWords()

    mutating func put(_ place: Int, x: Int, y: Int) {
      points[place] = Point(x: x, y: y)
    }

    /// The arrows whose ends are both drawn.
    func elements(_ arrows: [Timeline.Arrow]) -> String {
      arrows.prefix(Self.limit).compactMap { arrow in
        guard let from = points[arrow.fromPlace], let to = points[arrow.toPlace] else {
          return nil
        }
        return element(arrow, from, to)
      }.joined()
    }

    private func element(_ arrow: Timeline.Arrow, _ from: Point, _ to: Point) -> String {
      let title = TimelineMarkup.escaped(words.sentence(arrow))
      // Leaves to the right and arrives from the left, however near the two are.
      let bend = max(12, abs(to.x - from.x) / 2)
      let curve =
        "M\(from.x) \(from.y)C\(from.x + bend) \(from.y) \(to.x - bend) \(to.y) \(to.x - 3) \(to.y)"
      return #"<g class="tl-arrow"\#(facts(arrow))><title>\#(title)</title>"#
        + #"<path d="\#(curve)"/><path class="tl-head" d="M\#(to.x) \#(to.y)l-8 -4v8z"/></g>"#
        + "\n"
    }

    private func facts(_ arrow: Timeline.Arrow) -> String {
      TimelineMarkup.facts([
        ("arrow", arrow.kind.rawValue), ("releaser", TimelineMarkup.text(arrow.releaser)),
        ("released", TimelineMarkup.text(arrow.released)),
        ("through", TimelineMarkup.text(arrow.through)), ("from", String(arrow.from)),
        ("to", String(arrow.to)),
      ])
    }
  }
}
