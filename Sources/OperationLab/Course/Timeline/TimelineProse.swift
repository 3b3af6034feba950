import OperationDoctor
import OperationBench
import OperationLab

extension Timeline {
  /// The picture in sentences, for a screen reader: a summary, a line for each thread, then one
  /// for each operation, each arrow, and each thing that is waited for at the end. Every line ends
  /// with a line feed.
  ///
  /// - Parameters:
  ///   - limit: how many threads, spans of each, operations and arrows have a sentence. The rest is
  ///     counted.
  ///   - language: of the words.
  package func prose(limit: Int = 200, in language: Language = .english) -> String {
    let words = TimelineWords(language: language)
    let prose = TimelineProse(timeline: self, limit: max(limit, 0), words: words)
    let lines = [prose.summary] + prose.threads + prose.operations + prose.arrows + prose.waits
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Tells a timeline in sentences.
struct TimelineProse {
  let timeline: Timeline
  let limit: Int
  let words: TimelineWords

  /// How much happened, and how events are numbered.
  var summary: String {
    guard let first = timeline.events.first, let last = timeline.events.last else {
      return words(Timeline.isEmpty)
    }
    let threads = words.count(timeline.lanes.count, "thread")
    let operations = words.count(timeline.operations.count, "operation")
    let events = words.count(timeline.events.count, "event")
    return words(
      "\(events) on \(threads), \(operations). Events are numbered in order, from \(first.seq) to \(last.seq)."
    )
  }

  /// One sentence for each thread.
  var threads: [String] {
    words.told(timeline.lanes, limit: limit, "thread") { lane in
      var parts = lane.spans.prefix(limit).map(words.sentence)
      if lane.spans.count > limit {
        parts.append(words("and " + words.count(lane.spans.count - limit, "more span")))
      }
      if !lane.marks.isEmpty { parts.append(tally(lane.marks)) }
      return words(
        "Thread \(words.name(lane.thread)): \(parts.joined(separator: words("; "))).")
    }
  }

  /// One sentence for each operation that was started, and one for all that never were.
  var operations: [String] {
    let started = timeline.operations.filter { $0.outcome != .neverStarted }
    return words.told(started, limit: limit, "operation") {
      words("\(words.name($0.subject)): \(story($0)).")
    } + words.outcomes(timeline.operations, [.neverStarted])
  }

  /// One sentence for each arrow.
  var arrows: [String] {
    words.told(timeline.arrows, limit: limit, "arrow") {
      words.capitalised(words("\(words.sentence($0))."))
    }
  }

  /// One sentence for all operations that wait for the same thing when the trace ends.
  var waits: [String] {
    words.told(timeline.waits, limit: limit, "wait") { words("\(words.sentence($0)).") }
  }

  private func story(_ operation: Timeline.Operation) -> String {
    let (started, finished) = (event(operation.started), event(operation.finished))
    let turns: [(Phrase, Event?)] = [
      ("enqueued", event(operation.enqueued)), ("cancelled", event(operation.cancelled)),
      (started?.kind == .started ? "started" : "seen running", started),
      (finished?.kind == .finished ? "finished" : "seen finished", finished),
    ]
    let told = turns.compactMap { word, event in event.map { (word, $0) } }
      .sorted { $0.1.seq < $1.1.seq }
      .map { words("\($0) on \(words.name($1.thread)) at event \($1.seq)") }
    let end = operation.outcome == .neverFinished ? [words("never finished")] : []
    return (told + end).reduce("") { $0.isEmpty ? $1 : words("\($0), \($1)") }
  }

  private func event(_ place: Int?) -> Event? { place.map { timeline.events[$0] } }

  private func tally(_ marks: [Int]) -> String {
    var counts: [Event.Kind: Int] = [:]
    for place in marks { counts[timeline.events[place].kind, default: 0] += 1 }
    return Event.Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \(words.kind(kind))" }
    }.joined(separator: words(", "))
  }
}
