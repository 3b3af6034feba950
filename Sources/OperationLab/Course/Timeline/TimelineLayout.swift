import OperationDoctor
import OperationBench

/// Where everything is in a picture, in columns and rows: what the text and the SVG both draw.
///
/// Columns are the width of one character. When there are more events than columns, neighbours
/// share a column and bars that would hide each other become one bar with a count: nothing is
/// left out without a number saying so.
struct TimelineLayout {
  let axis: Axis
  private(set) var lanes: [Lane] = []
  /// The names that did not fit, by the number that stands for each.
  private(set) var key: [String] = []
  private let words: TimelineWords

  /// One thread's part of the picture.
  struct Lane {
    /// The name, safe to show.
    var title: String
    var rows: [[Bar]] = []
    var marks: [Mark] = []
  }

  /// Events that share a column and neither begin nor end a span.
  struct Mark {
    let column: Int
    let first: Event
    var last: Event
    /// Of different kinds, so that no kind's glyph can stand for all.
    var isMixed = false
    var places: [Int]
    var label: Label?

    var kind: Event.Kind { first.kind }
    var count: Int { places.count }
  }

  /// Text beside or inside something, and its first column.
  struct Label {
    var text: String
    var column: Int
  }

  /// - Parameters:
  ///   - columns: the width of the picture, without the names of the threads. At least 2.
  ///   - laneLimit: how many threads have a lane. The others share one more.
  ///   - rowLimit: how many spans of one lane that overlap have a row of their own.
  init(
    _ timeline: Timeline, columns: Int, laneLimit: Int, rowLimit: Int, words: TimelineWords
  ) {
    self.words = words
    axis = Axis(timeline, columns: max(2, columns))
    var labeller = Labeller(axis: axis, words: words)
    for lane in timeline.lanes.prefix(laneLimit) {
      var drawn = Lane(title: labeller.words.name(lane.thread))
      drawn.rows = Self.rows(lane, axis: axis, limit: rowLimit)
      drawn.marks = Self.marks(lane, of: timeline, axis: axis)
      labeller.label(&drawn)
      lanes.append(drawn)
    }
    let rest = timeline.lanes.dropFirst(laneLimit)
    if !rest.isEmpty {
      let bar = Bar(sharedBy: rest.lazy.flatMap(\.spans), axis: axis)
      var shared = Lane(title: words(Self.rest(rest.count)), rows: bar.map { [[$0]] } ?? [])
      labeller.label(&shared)
      lanes.append(shared)
    }
    key = labeller.key
  }

  /// The title of the lane that threads beyond the limit share.
  static func rest(_ threads: Int) -> Phrase {
    threads > 0 ? "\(threads) more" : ""
  }

  private static func marks(
    _ lane: Timeline.Lane, of timeline: Timeline, axis: Axis
  ) -> [Mark] {
    var marks: [Mark] = []
    for place in lane.marks {
      let column = axis.column(ofPlace: place)
      let event = timeline.events[place]
      if let last = marks.indices.last, marks[last].column == column {
        marks[last].isMixed = marks[last].isMixed || marks[last].kind != event.kind
        marks[last].last = event
        marks[last].places.append(place)
      } else {
        marks.append(Mark(column: column, first: event, last: event, places: [place]))
      }
    }
    return marks
  }
}

// What the legend of a picture needs.
extension TimelineLayout {
  var bars: [Bar] { lanes.flatMap { $0.rows.joined() } }

  /// What each number stands for.
  var numbers: String {
    key.enumerated().map { "\($0.offset + 1) = \($0.element)" }.joined(separator: words(", "))
  }

  /// What the signs of the marks mean.
  func markSigns(_ glyphs: TimelineText.Glyphs) -> String {
    let marks = lanes.flatMap(\.marks)
    let used = Set(marks.filter { !$0.isMixed }.map(\.kind))
    var signs = Event.Kind.allCases.filter(used.contains).map {
      "\(glyphs.mark($0)) \(words.kind($0))"
    }
    if marks.contains(where: \.isMixed) {
      signs.append("\(glyphs.several) \(words("several events"))")
    }
    return signs.joined(separator: words(", "))
  }

  /// What left and right mean.
  var direction: String {
    let order: Phrase = "Left to right: the order of events, not time."
    return words.language(
      axis.isCompressed ? [order, "A column is about \(axis.eventsInColumn) events."] : [order])
  }
}

extension TimelineLayout {
  /// From left to right: the order of events, not time.
  ///
  /// Neighbouring events of one thread and one kind that begin and end nothing (ten operations
  /// enqueued in a row) are one step, so that they leave room for what matters.
  struct Axis {
    let columns: Int
    /// The numbers of events, as many as fit, each with its column.
    let ruler: [Label]
    private let stepCount: Int
    private let stepOfPlace: [Int]

    init(_ timeline: Timeline, columns: Int) {
      self.columns = columns
      let events = timeline.events
      var isEdge = [Bool](repeating: false, count: events.count)
      for lane in timeline.lanes {
        for span in lane.spans {
          isEdge[span.fromPlace] = true
          if !span.isOpen { isEdge[span.toPlace] = true }
        }
      }
      var steps: [Int] = []
      var stepOfPlace: [Int] = []
      stepOfPlace.reserveCapacity(events.count)
      for place in events.indices {
        let continues =
          place > 0 && !isEdge[place] && !isEdge[place - 1]
          && events[place].kind == events[place - 1].kind
          && events[place].thread == events[place - 1].thread
        if !continues { steps.append(place) }
        stepOfPlace.append(steps.count - 1)
      }
      stepCount = steps.count
      self.stepOfPlace = stepOfPlace
      var ruler: [Label] = []
      var free = 0
      for (step, place) in steps.enumerated() {
        let number = Label(text: String(events[place].seq), column: step * columns / steps.count)
        let end = number.column + number.text.count
        guard number.column >= free, end <= columns else { continue }
        ruler.append(number)
        free = end + 1
      }
      self.ruler = ruler
    }

    /// More steps than columns.
    var isCompressed: Bool { stepCount > columns }

    /// About how many events share a column.
    var eventsInColumn: Int { (stepOfPlace.count + columns - 1) / columns }

    func column(ofPlace place: Int) -> Int {
      stepOfPlace[place] * columns / stepCount
    }
  }
}

extension TimelineLayout {
  /// What is drawn for one run of one operation on one lane: the call of `start()`, the bodies
  /// inside it, and how long it stayed unfinished afterwards. Or, with a count, what is drawn
  /// for several that share their columns.
  struct Bar {
    /// How many runs it stands for. With more than one, `pieces` holds the first run only.
    private(set) var count = 1
    private(set) var pieces: [Piece]
    private(set) var first: Int
    private(set) var last: Int
    private(set) var lastPlace: Int
    private(set) var lastSubject: String
    private(set) var isOpen: Bool
    var label: Label?

    /// A span and the columns it takes, both ends included.
    struct Piece {
      let span: Timeline.Span
      fileprivate(set) var first: Int
      let last: Int
      var width: Int { last - first + 1 }

      init(_ span: Timeline.Span, axis: Axis) {
        self.span = span
        first = axis.column(ofPlace: span.fromPlace)
        last = max(first, span.isOpen ? axis.columns - 1 : axis.column(ofPlace: span.toPlace))
      }
    }

    init(_ span: Timeline.Span, axis: Axis) {
      let piece = Piece(span, axis: axis)
      pieces = [piece]
      first = piece.first
      last = piece.last
      lastPlace = span.toPlace
      lastSubject = span.subject
      isOpen = span.isOpen
    }

    /// One bar for all. `nil` when there are none.
    init?(sharedBy spans: some Sequence<Timeline.Span>, axis: Axis) {
      var shared: Bar?
      var leftmost = Int.max
      for span in spans {
        let bar = Bar(span, axis: axis)
        if shared == nil { shared = bar } else { shared?.absorb(bar) }
        leftmost = min(leftmost, bar.first)
      }
      guard let shared else { return nil }
      self = shared
      first = leftmost
    }

    var subject: String { pieces[0].span.subject }
    var isShared: Bool { count > 1 }
    var width: Int { last - first + 1 }

    /// The work, or else the call: where the name belongs.
    var namesakes: [Piece] {
      let bodies = pieces.filter { $0.span.kind == .body }
      return bodies.isEmpty ? pieces.filter { $0.span.kind != .unfinished } : bodies
    }

    /// The stretch in which the operation was not finished, without the columns of the call before
    /// it. It has no width when the call takes them all.
    var tail: Piece? {
      guard var tail = pieces.last(where: { $0.span.kind == .unfinished }) else { return nil }
      let busy = pieces.filter { $0.span.kind != .unfinished }.map(\.last).max()
      if let busy { tail.first = busy + 1 }
      return tail
    }

    /// A span of the same run.
    mutating func add(_ span: Timeline.Span, axis: Axis) {
      let piece = Piece(span, axis: axis)
      pieces.append(piece)
      last = max(last, piece.last)
      lastPlace = max(lastPlace, span.toPlace)
      isOpen = isOpen || span.isOpen
    }

    /// Another run, begun no earlier, that cannot be told from this one at this width.
    mutating func absorb(_ other: Bar) {
      count += other.count
      last = max(last, other.last)
      lastPlace = max(lastPlace, other.lastPlace)
      lastSubject = other.lastSubject
      isOpen = isOpen || other.isOpen
    }

    /// Leaves the first columns to the bar before.
    mutating func begin(at column: Int) {
      first = column
      for index in pieces.indices {
        pieces[index].first = min(max(pieces[index].first, column), pieces[index].last)
      }
    }
  }

  /// The bars of a lane, in the rows that the timeline gives their spans.
  private static func rows(_ lane: Timeline.Lane, axis: Axis, limit: Int) -> [[Bar]] {
    var bars: [Bar] = []
    var barOfSpan: [Int] = []
    for span in lane.spans {
      if let call = span.call {
        barOfSpan.append(barOfSpan[call])
        bars[barOfSpan[call]].add(span, axis: axis)
      } else {
        barOfSpan.append(bars.count)
        bars.append(Bar(span, axis: axis))
      }
    }
    var rows: [[Bar]] = []
    for bar in bars {
      let row = min(bar.pieces[0].span.row, limit - 1)
      if row == rows.count { rows.append([]) }
      append(bar, to: &rows[row])
    }
    return rows.map(joined)
  }

  /// Bars that overlap, or that have no column of their own, become one.
  private static func append(_ bar: Bar, to row: inout [Bar]) {
    guard let before = row.last else { return row = [bar] }
    if bar.pieces[0].span.fromPlace <= before.lastPlace || bar.last <= before.last {
      row[row.count - 1].absorb(bar)
    } else {
      var bar = bar
      if bar.first <= before.last { bar.begin(at: before.last + 1) }
      row.append(bar)
    }
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
}

extension TimelineLayout {
  /// Finds a place for every name: inside its bar, beside it, or as a number with a key.
  private struct Labeller {
    let words: TimelineWords
    private(set) var key: [String] = []
    private let columns: Int
    private let numbersMarks: Bool
    private var numbers: [String: Int] = [:]

    /// A longer key would be no help. What has no number is still in the list of events.
    private static let keyLimit = 40

    /// Free columns for a label.
    private struct Spot {
      let column: Int
      let room: Int
    }

    init(axis: Axis, words: TimelineWords) {
      self.words = words
      columns = axis.columns
      // In a crowd, names of marks would only push those of bars out of the key.
      numbersMarks = !axis.isCompressed
    }

    mutating func label(_ lane: inout Lane) {
      for row in lane.rows.indices {
        let starts = lane.rows[row].dropFirst().map(\.first) + [columns + 1]
        for (index, next) in starts.enumerated() {
          lane.rows[row][index].label = label(lane.rows[row][index], next: next)
        }
      }
      let starts = lane.marks.dropFirst().map(\.column) + [columns + 1]
      for index in lane.marks.indices {
        lane.marks[index].label = label(lane.marks[index], next: starts[index])
      }
    }

    private mutating func label(_ bar: Bar, next: Int) -> Label? {
      if bar.isShared {
        return fit(times(bar.count), [Spot(column: bar.first + 1, room: bar.width - 2)])
      }
      var spots = bar.namesakes.map { Spot(column: $0.first + 1, room: $0.width - 2) }
      if let tail = bar.tail { spots.append(Spot(column: tail.first + 1, room: tail.width - 2)) }
      spots.append(Spot(column: bar.last + 2, room: next - bar.last - 3))
      return fit(words.name(bar.subject), spots) ?? number(bar.subject, spots)
    }

    private mutating func label(_ mark: Mark, next: Int) -> Label? {
      let start = mark.column + (words.isASCII ? 2 : 1)
      let spot = Spot(column: start, room: next - start - 1)
      // The end of everything is about all subjects, and needs no names.
      guard !mark.isMixed, mark.kind != .settled else { return nil }
      let first = mark.first
      if mark.count > 1 {
        let names = words.name(first.subject) + (words.isASCII ? ".." : "…")
        return fit(names + words.name(mark.last.subject), [spot]) ?? fit(times(mark.count), [spot])
      }
      let isNote = mark.kind == .noted && !first.note.isEmpty
      return fit(words.name(isNote ? words(first.notePhrase) : first.subject), [spot])
        ?? fit(words.name(first.subject), [spot])
        ?? (numbersMarks ? number(first.subject, [spot]) : nil)
    }

    private func times(_ count: Int) -> String { (words.isASCII ? "x" : "×") + String(count) }

    private func fit(_ text: String, _ spots: [Spot]) -> Label? {
      let width = TerminalText.columns(text)
      guard let spot = spots.first(where: { $0.room >= width }) else { return nil }
      return Label(text: text, column: spot.column)
    }

    private mutating func number(_ subject: String, _ spots: [Spot]) -> Label? {
      let known = numbers[subject]
      guard known != nil || key.count < Self.keyLimit else { return nil }
      let number = known ?? key.count + 1
      guard let label = fit(String(number), spots) else { return nil }
      if known == nil {
        numbers[subject] = number
        key.append(words.name(subject))
      }
      return label
    }
  }
}
