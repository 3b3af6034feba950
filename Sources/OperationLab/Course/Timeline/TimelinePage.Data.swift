import OperationLab

extension TimelinePage {
  /// What the page's script works from: the trace, and what the timeline makes of it. Places are
  /// indices into `events`. Keys are read by the files in `Page/`.
  struct Data: Encodable {
    let title: String
    let programs: [Program]
  }

  /// One run.
  struct Program: Encodable {
    let name: String
    let events: [Event]
    /// What happened, in words, each once; `phraseOfEvent` says which belongs to which event.
    let phrases: [String]
    let phraseOfEvent: [Int]
    let operations: [String]
    /// What to show in place of names that are not safe to show.
    let names: [String: String]
    let lanes: [Lane]
    let spans: [Span]
    let queues: [Queue]
    let arrows: [Arrow]
    let waits: [Wait]
    let code: [TimelineAlbum.Code.Piece]
    /// For each event the line of code that it comes from, counted through all pieces, if known.
    let lineOfEvent: [Int?]
  }

  struct Lane: Encodable {
    let thread: String
    let marks: [Int]
  }

  struct Span: Encodable {
    let subject: String
    let thread: String
    let kind: Timeline.Span.Kind
    let from: Int
    let to: Int
    let open: Bool
    let words: String
  }

  struct Queue: Encodable {
    let name: String
    let width: Int?
    let holdings: [Holding]
  }

  struct Holding: Encodable {
    let subject: String
    let from: Int
    let to: Int?
  }

  struct Arrow: Encodable {
    let kind: Timeline.Arrow.Kind
    let releaser: String
    let released: String
    let through: String
    let from: Int
    let to: Int
    let words: String
  }

  struct Wait: Encodable {
    let kind: Timeline.Wait.Kind
    let waiters: [String]
    let holders: [String]
    let through: String
    let words: String
  }
}

extension TimelinePage.Program {
  init(_ page: TimelineAlbum.Page) {
    let timeline = page.timeline
    let words = TimelineWords()
    name = page.name
    events = timeline.events
    (phrases, phraseOfEvent) = Self.phrases(of: timeline.events)
    operations = timeline.operations.map(\.subject)
    names = Self.names(timeline)
    lanes = timeline.lanes.map { .init(thread: $0.thread, marks: $0.marks.map(\.place)) }
    spans = timeline.spans.map {
      .init(
        subject: $0.subject, thread: $0.thread, kind: $0.kind, from: $0.fromPlace, to: $0.toPlace,
        open: $0.isOpen, words: words.sentence($0))
    }
    queues = timeline.queues.map { queue in
      .init(
        name: queue.name, width: queue.width,
        holdings: queue.holdings.map {
          .init(subject: $0.subject, from: $0.fromPlace, to: $0.toPlace)
        })
    }
    arrows = timeline.arrows.map {
      .init(
        kind: $0.kind, releaser: $0.releaser, released: $0.released, through: $0.through,
        from: $0.fromPlace, to: $0.toPlace, words: words.sentence($0))
    }
    waits = timeline.waits.map {
      .init(
        kind: $0.kind, waiters: $0.waiters, holders: $0.holders, through: $0.through,
        words: words.sentence($0))
    }
    code = page.code.pieces
    lineOfEvent = page.code.lineOfEvent
  }

  private static func phrases(of events: [Event]) -> (phrases: [String], ofEvent: [Int]) {
    var phrases: [String] = []
    var numbers: [String: Int] = [:]
    let ofEvent = events.map { event -> Int in
      let phrase = TerminalText.visible(event.phrase)
      if let number = numbers[phrase] { return number }
      numbers[phrase] = phrases.count
      phrases.append(phrase)
      return phrases.count - 1
    }
    return (phrases, ofEvent)
  }

  private static func names(_ timeline: Timeline) -> [String: String] {
    let words = TimelineWords()
    var names: [String: String] = [:]
    let all =
      timeline.lanes.map(\.thread) + timeline.events.map(\.subject) + timeline.queues.map(\.name)
    for name in Set(all) where words.name(name) != name { names[name] = words.name(name) }
    return names
  }
}
