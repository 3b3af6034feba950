import OperationDownloads
import OperationDoctor
import OperationBench

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
