import OperationLab

/// Where everything goes in a picture, in columns and rows: what the text and the SVG both paint.
///
/// Columns are the width of one character. When there are more events than columns, neighbours
/// share a column and bars that would hide each other become one bar with a count: nothing is
/// left out without a number saying so.
struct TimelineLayout {
  let axis: Axis
  private(set) var lanes: [Lane] = []
  /// The names that did not fit, by the number that stands for each.
  private(set) var key: [String] = []

  /// One thread's part of the picture.
  struct Lane {
    /// The name, safe to show.
    var title: String
    var rows: [[Bar]] = []
    var marks: [Mark] = []
  }

  /// Moments that share a column.
  struct Mark {
    var column: Int
    var kind: Event.Kind
    /// Of different kinds, so that no kind's glyph can stand for all.
    var isMixed = false
    var count = 1
    var first: Timeline.Mark
    var last: Timeline.Mark
    /// Where all of them stand in the trace.
    var places: [Int]
    var label: Label?
  }

  /// Text beside or inside something, and its first column.
  struct Label: Equatable {
    var text: String
    var column: Int
    var isNumber = false
  }

  /// - Parameters:
  ///   - columns: the width of the picture, without the names of the threads; at least 2.
  ///   - laneLimit: how many threads get a lane; the others share one more.
  ///   - rowLimit: how many spans of one lane that overlap get a row of their own.
  init(
    _ timeline: Timeline, columns: Int, laneLimit: Int, rowLimit: Int, isASCII: Bool = false
  ) {
    axis = Axis(timeline, columns: max(2, columns))
    var labeller = Labeller(axis: axis, isASCII: isASCII)
    for lane in timeline.lanes.prefix(laneLimit) {
      var drawn = Lane(title: labeller.visible(lane.thread))
      drawn.rows = Rows(lane, axis: axis, limit: rowLimit).rows
      drawn.marks = Self.marks(lane, axis: axis)
      labeller.label(&drawn)
      lanes.append(drawn)
    }
    let rest = timeline.lanes.dropFirst(laneLimit)
    if !rest.isEmpty {
      let bar = Bar(sharedBy: rest.lazy.flatMap(\.spans), axis: axis)
      var shared = Lane(title: Self.rest(rest.count), rows: bar.map { [[$0]] } ?? [])
      labeller.label(&shared)
      lanes.append(shared)
    }
    key = labeller.key
  }

  /// The title of the lane that threads beyond the limit share.
  static func rest(_ threads: Int) -> String {
    threads > 0 ? "\(threads) more" : ""
  }

  private static func marks(_ lane: Timeline.Lane, axis: Axis) -> [Mark] {
    var marks: [Mark] = []
    for mark in lane.marks {
      let column = axis.column(ofPlace: mark.place)
      if let last = marks.indices.last, marks[last].column == column {
        marks[last].isMixed = marks[last].isMixed || marks[last].kind != mark.event.kind
        marks[last].count += 1
        marks[last].last = mark
        marks[last].places.append(mark.place)
      } else {
        marks.append(
          Mark(
            column: column, kind: mark.event.kind, first: mark, last: mark, places: [mark.place]))
      }
    }
    return marks
  }
}
