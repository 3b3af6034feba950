extension TimelineLayout {
  /// What is drawn for one run of one operation on one lane: the call of `start()`, the bodies
  /// inside it, and how long it stayed unfinished afterwards. Or, with a count, what is drawn
  /// for several that share their columns.
  struct Bar {
    /// How many runs it stands for; with more than one, `pieces` holds the first run only.
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
    }

    init(_ span: Timeline.Span, axis: Axis) {
      let piece = Self.piece(span, axis)
      pieces = [piece]
      first = piece.first
      last = piece.last
      lastPlace = span.toPlace
      lastSubject = span.subject
      isOpen = span.isOpen
    }

    /// One bar for all; `nil` when there are none.
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
    var firstPlace: Int { pieces[0].span.fromPlace }
    var isShared: Bool { count > 1 }
    var width: Int { last - first + 1 }

    /// The work, or else the call: where the name belongs.
    var namesakes: [Piece] {
      let bodies = pieces.filter { $0.span.kind == .body }
      return bodies.isEmpty ? pieces.filter { $0.span.kind == .start } : bodies
    }

    /// The last column in which a thread was at it.
    var lastBusy: Int? {
      pieces.filter { $0.span.kind != .unfinished }.map(\.last).max()
    }

    /// The time after the call in which the operation was not finished.
    var tail: Piece? { pieces.last { $0.span.kind == .unfinished } }

    /// A span of the same run.
    mutating func add(_ span: Timeline.Span, axis: Axis) {
      let piece = Self.piece(span, axis)
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

    private static func piece(_ span: Timeline.Span, _ axis: Axis) -> Piece {
      let first = axis.column(ofPlace: span.fromPlace)
      let last = span.isOpen ? axis.columns - 1 : axis.column(ofPlace: span.toPlace)
      return Piece(span: span, first: first, last: max(first, last))
    }
  }
}
