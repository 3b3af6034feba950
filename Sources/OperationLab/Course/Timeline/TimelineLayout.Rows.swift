extension TimelineLayout {
  /// Packs the spans of one lane into as few rows as keep them apart.
  struct Rows {
    private(set) var rows: [[Bar]] = []
    private let limit: Int

    init(_ lane: Timeline.Lane, axis: Axis, limit: Int) {
      self.limit = limit
      for bar in Self.bars(lane, axis: axis) {
        insert(bar)
      }
      rows = rows.map(Self.joined)
    }

    /// A crowd without gaps becomes one bar, wide enough for its count.
    private static func joined(_ row: [Bar]) -> [Bar] {
      var result: [Bar] = []
      for bar in row {
        if let before = result.last, before.isShared || bar.isShared,
          bar.first <= before.last + 1,
          before.isShared || before.width <= 2, bar.isShared || bar.width <= 2
        {
          result[result.count - 1].absorb(bar)
        } else {
          result.append(bar)
        }
      }
      return result
    }

    /// Joins the spans of each run: bodies to the call they lie in, the rest to the call that
    /// they follow.
    private static func bars(_ lane: Timeline.Lane, axis: Axis) -> [Bar] {
      var bars: [Bar] = []
      var latestCall: [String: Int] = [:]
      for span in lane.spans {
        if span.kind != .start, let call = latestCall[span.subject] {
          let start = bars[call].pieces[0].span
          let belongs =
            span.kind == .body
            ? span.fromPlace <= start.toPlace : span.fromPlace == start.toPlace
          if belongs {
            bars[call].add(span, axis: axis)
            continue
          }
        }
        if span.kind == .start { latestCall[span.subject] = bars.count }
        bars.append(Bar(span, axis: axis))
      }
      return bars
    }

    private mutating func insert(_ bar: Bar) {
      for row in rows.indices {
        let end = rows[row].count - 1
        let before = rows[row][end]
        if bar.firstPlace <= before.lastPlace { continue }
        if bar.last <= before.last {
          rows[row][end].absorb(bar)
        } else {
          var bar = bar
          if bar.first <= before.last { bar.begin(at: before.last + 1) }
          rows[row].append(bar)
        }
        return
      }
      if rows.count < limit {
        rows.append([bar])
      } else {
        absorbInLastRow(bar)
      }
    }

    /// Overlaps with everything: the last row holds what has no row of its own.
    private mutating func absorbInLastRow(_ bar: Bar) {
      let row = rows.count - 1
      rows[row][rows[row].count - 1].absorb(bar)
    }
  }
}
