import OperationLab

extension Timeline {
  /// The picture in sentences, for a screen reader: a summary, a line for each thread, then one
  /// for each operation, each arrow, and for those who wait for the same in the end. Every line ends
  /// with a line feed.
  ///
  /// - Parameter limit: how many threads are told, how many spans of each, and how many
  ///   operations and arrows; of the rest the number is told.
  package func prose(limit: Int = 200) -> String {
    let prose = TimelineProse(timeline: self, limit: max(limit, 0))
    let lines = [prose.summary] + prose.threads + prose.operations + prose.arrows + prose.waits
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Tells a timeline in sentences.
struct TimelineProse {
  let timeline: Timeline
  let limit: Int
  private let words = TimelineWords()

  init(timeline: Timeline, limit: Int) {
    self.timeline = timeline
    self.limit = limit
  }

  /// How much happened, and how events are numbered.
  var summary: String {
    guard let first = timeline.events.first, let last = timeline.events.last else {
      return "Nothing happened: the trace is empty."
    }
    let threads = words.count(timeline.lanes.count, "thread")
    let operations = words.count(timeline.operations.count, "operation")
    return words.count(timeline.events.count, "event") + " on \(threads), \(operations). "
      + "Events are numbered in order, from \(first.seq) to \(last.seq)."
  }

  /// One sentence for each thread.
  var threads: [String] {
    told(timeline.lanes, "thread") { lane in
      var parts = lane.spans.prefix(limit).map(words.sentence)
      if lane.spans.count > limit {
        parts.append("and \(words.count(lane.spans.count - limit, "more span"))")
      }
      let marks = tally(lane.marks)
      if !marks.isEmpty { parts.append(marks) }
      return "Thread \(words.name(lane.thread)): \(parts.joined(separator: "; "))."
    }
  }

  /// One sentence for each operation that was started, and one for all that never were.
  var operations: [String] {
    let started = timeline.operations.indices.filter {
      timeline.operations[$0].outcome != .neverStarted
    }
    let lines = told(started, "operation") {
      let operation = timeline.operations[$0]
      return "\(words.name(operation.subject)): \(story(operation))."
    }
    return lines + words.outcomes(timeline.operations, [.neverStarted])
  }

  /// One sentence for each time that somebody let somebody go on.
  var arrows: [String] {
    told(timeline.arrows, "arrow") { words.capitalised(words.sentence($0)) + "." }
  }

  /// One sentence for all who wait for the same when the trace ends.
  var waits: [String] { told(timeline.waits, "wait") { words.sentence($0) + "." } }

  private func story(_ operation: Timeline.Operation) -> String {
    let turns = [
      ("enqueued", operation.enqueued), ("cancelled", operation.cancelled),
      (operation.started?.kind == .started ? "started" : "seen running", operation.started),
      (operation.finished?.kind == .finished ? "finished" : "seen finished", operation.finished),
    ]
    let told = turns.compactMap { word, event in event.map { (word, $0) } }
      .sorted { $0.1.seq < $1.1.seq }
      .map { "\($0) on \(words.name($1.thread)) at event \($1.seq)" }
    let end = operation.outcome == .neverFinished ? ["never finished"] : []
    return (told + end).joined(separator: ", ")
  }

  private func tally(_ marks: [Timeline.Mark]) -> String {
    var counts: [Event.Kind: Int] = [:]
    for mark in marks { counts[mark.event.kind, default: 0] += 1 }
    return Event.Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \(words.kind(kind))" }
    }.joined(separator: ", ")
  }

  private func told<Item>(_ items: [Item], _ noun: String, _ tell: (Item) -> String) -> [String] {
    let rest = items.count - limit
    return items.prefix(limit).map(tell)
      + (rest > 0 ? ["And \(words.count(rest, "more \(noun)"))."] : [])
  }
}
