import OperationBench
import OperationDoctor
import OperationDownloads
import OperationLab

/// Names, numbers and sentences as every view words them.
struct TimelineWords {
  var isASCII = false
  var language = Language.english

  /// The phrase in the language.
  func callAsFunction(_ phrase: Phrase) -> String { language(phrase) }

  func name(_ name: String) -> String {
    name.isEmpty ? self("(no name)") : TerminalText.visible(name, isASCII: isASCII)
  }

  func kind(_ kind: Event.Kind) -> String {
    language.text(kind == .timedOut ? "timed out" : kind.rawValue)
  }

  /// Counts and names, `1 thread`, `2 threads`.
  func count(_ number: Int, _ noun: Phrase) -> Phrase {
    number == 1 ? "1 " + noun : "\(number) " + noun + "s"
  }

  /// A sentence for each item up to the limit, and one with the number of the others.
  func told<Item>(
    _ items: [Item], limit: Int, _ noun: Phrase, _ tell: (Item) -> String
  ) -> [String] {
    let rest = items.count - limit
    return items.prefix(limit).map(tell)
      + (rest > 0 ? [self("And " + count(rest, "more " + noun) + ".")] : [])
  }

  /// A sentence with the operations that never finished, and one with those that never started and
  /// therefore have no bar. Only the sentences that apply.
  func outcomes(
    _ operations: [Timeline.Operation],
    _ told: [Timeline.Operation.Outcome] = [.neverFinished, .neverStarted]
  ) -> [String] {
    told.compactMap { outcome in
      let subjects = operations.filter { $0.outcome == outcome }.map(\.subject)
      guard !subjects.isEmpty else { return nil }
      let names = names(subjects)
      return self(
        outcome == .neverFinished ? "Never finished: \(names)." : "Never started: \(names).")
    }
  }

  /// At most twelve names in full: of more, the first six, the last, and how many lie between.
  private func names(_ names: [String]) -> String {
    guard names.count > 12, let last = names.last else {
      return list(names)
    }
    return self("\(list(names.prefix(6))), \(names.count - 7) more, \(name(last))")
  }

  private func list(_ names: some Sequence<String>) -> String {
    names.map(name).joined(separator: self(", "))
  }

  /// Names in a few words: `op1 and op2`, `op3 … op10 (8)`.
  func range(_ names: [String], count: Int? = nil) -> String {
    let words = self(Names(names.map(name), count: count).phrase)
    return isASCII ? words.replacing("…", with: "..") : words
  }

  /// Nanoseconds as milliseconds, always with three decimals.
  func milliseconds(_ ns: UInt64) -> String {
    let micro = String(ns / 1000 % 1000)
    return "\(ns / 1_000_000)." + String(repeating: "0", count: 3 - micro.count) + micro
  }

  /// With a capital, for sentences that begin with a word of our own. In Chinese a name may come first.
  func capitalised(_ sentence: String) -> String {
    language == .english ? sentence.prefix(1).uppercased() + sentence.dropFirst() : sentence
  }
}

// The sentences have no full stop, so that a view can put them into a list.
extension TimelineWords {
  func sentence(_ span: Timeline.Span) -> String {
    let name = name(span.subject)
    let stretch: Phrase = "from event \(span.from) to event \(span.to)"
    let sentence: Phrase =
      switch (span.kind, span.isOpen) {
      case (.start, false): "start() of \(name) ran \(stretch)"
      case (.start, true): "start() of \(name) was called at event \(span.from) and never returned"
      case (.body, false): "the body of \(name) ran \(stretch)"
      case (.body, true): "the body of \(name) began at event \(span.from) and never ended"
      case (.running, false): "\(name) ran \(stretch)"
      case (.running, true): "\(name) was started at event \(span.from) and has not finished"
      case (.unfinished, false): "\(name) stayed unfinished \(stretch)"
      case (.unfinished, true):
        "\(name) stayed unfinished from event \(span.from) and never finished"
      }
    return self(sentence)
  }

  func sentence(_ arrow: Timeline.Arrow) -> String {
    let (releaser, released) = (name(arrow.releaser), name(arrow.released))
    let (from, to): (Phrase, Phrase) = ("at event \(arrow.from)", "at event \(arrow.to)")
    let sentence: Phrase =
      switch arrow.kind {
      case .slot:
        "the end of \(releaser) \(from) freed the slot of \(name(arrow.through)) in which \(released) "
          + "started \(to)"
      case .dependency:
        "the end of \(releaser) \(from) let \(released), which depends on it, start \(to)"
      case .resume: "queue \(releaser), resumed \(from), let \(released) start \(to)"
      case .wait: "the end of \(releaser) \(from) let \(released) come back from its wait \(to)"
      case .gate: "gate \(releaser), opened \(from), let \(released) go on \(to)"
      }
    return self(sentence)
  }

  func sentence(_ wait: Timeline.Wait) -> String {
    let (waiters, reason) = (range(wait.waiters), reason(wait))
    return self(
      wait.waiters.count == 1 ? "\(waiters) waits \(reason)" : "\(waiters) wait \(reason)")
  }

  /// What they wait for, such as `for a slot of downloads, held by op1 and op2`.
  private func reason(_ wait: Timeline.Wait) -> Phrase {
    let holders = range(wait.holders, count: wait.holderCount)
    let queue = name(wait.through)
    return switch wait.kind {
    case .slot: "for a slot of \(queue), held by \(holders)"
    case .dependency: "for the end of \(holders)"
    case .mainThread: "for the main thread, held by \(holders)"
    case .call where wait.through.isEmpty: "in a call for \(holders)"
    // Only the operation itself keeps the queue from becoming empty.
    case .call where wait.holderCount == 0: "in a call for \(queue) to be empty, which holds it"
    case .call: "in a call for \(queue) to be empty, which holds \(holders)"
    case .resume: "for queue \(queue) to be resumed"
    }
  }
}

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
