extension TimelinePerfetto {
  /// One object of the format's `traceEvents`.
  struct TraceEvent: Codable {
    var name: String
    var category: String
    var phase: String
    /// Microseconds.
    var time: Double
    /// Microseconds.
    var duration: Double?
    var process = 1
    var thread: Int
    var id: String?
    var scope: String?
    /// `e` for the end of an arrow: it belongs to the slice around it.
    var binding: String?
    var arguments: Arguments?

    enum CodingKeys: String, CodingKey {
      case name, id
      case category = "cat"
      case phase = "ph"
      case time = "ts"
      case duration = "dur"
      case process = "pid"
      case thread = "tid"
      case scope = "s"
      case binding = "bp"
      case arguments = "args"
    }

    /// What is shown when the slice is selected; also carries names and order of threads.
    struct Arguments: Codable {
      var name: String?
      var sortIndex: Int?
      var subject: String?
      var thread: String?
      var kind: Timeline.Span.Kind?
      var from: Int?
      var to: Int?
      var open: Bool?
      var note: String?
      var state: String?
      var arrow: Timeline.Arrow.Kind?
      var releaser: String?
      var released: String?
      var through: String?
      var wait: Timeline.Wait.Kind?
      var waiters: [String]?
      var holders: [String]?

      enum CodingKeys: String, CodingKey {
        case name, subject, thread, kind, from, to, open, note, state
        case arrow, releaser, released, through, wait, waiters, holders
        case sortIndex = "sort_index"
      }
    }

    static func metadata(_ name: String, thread: Int, _ arguments: Arguments) -> TraceEvent {
      TraceEvent(
        name: name, category: "__metadata", phase: "M", time: 0, thread: thread,
        arguments: arguments)
    }
  }
}

extension TimelinePerfetto.TraceEvent.Arguments {
  /// A span's facts.
  init(_ span: Timeline.Span) {
    self.init(
      subject: span.subject, thread: span.thread, kind: span.kind, from: span.from, to: span.to,
      open: span.isOpen)
  }
}
