import OperationLab

/// Names and numbers as every renderer words them.
struct TimelineWords {
  var isASCII = false

  func name(_ name: String) -> String {
    name.isEmpty ? "(no name)" : TerminalText.visible(name, isASCII: isASCII)
  }

  /// At most twelve names in full: of more, the first six, the last, and how many lie between.
  func names(_ names: [String]) -> String {
    guard names.count > 12, let last = names.last else {
      return names.map(name).joined(separator: ", ")
    }
    let first = names.prefix(6).map(name).joined(separator: ", ")
    return "\(first), \(names.count - 7) more, \(name(last))"
  }

  func kind(_ kind: Event.Kind) -> String {
    kind == .timedOut ? "timed out" : kind.rawValue
  }

  /// Counts and names, `1 thread`, `2 threads`.
  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// A sentence on those that never finished, and one on those that no bar shows because they
  /// never started; only those that apply.
  func outcomes(
    _ operations: [Timeline.Operation],
    _ told: [Timeline.Operation.Outcome] = [.neverFinished, .neverStarted]
  ) -> [String] {
    told.compactMap { outcome in
      let title = outcome == .neverFinished ? "Never finished" : "Never started"
      let subjects = operations.lazy.filter { $0.outcome == outcome }.map { $0.subject }
      return subjects.isEmpty ? nil : "\(title): \(names(Array(subjects)))."
    }
  }

  /// The one sentence in which prose, tooltips and tables tell a span, without its full stop.
  func sentence(_ span: Timeline.Span) -> String {
    let name = name(span.subject)
    let stretch = "from event \(span.from) to event \(span.to)"
    return switch (span.kind, span.isOpen) {
    case (.start, false): "start() of \(name) ran \(stretch)"
    case (.start, true): "start() of \(name) was called at event \(span.from) and never returned"
    case (.body, false): "the body of \(name) ran \(stretch)"
    case (.body, true): "the body of \(name) began at event \(span.from) and never ended"
    case (.unfinished, false): "\(name) stayed unfinished \(stretch)"
    case (.unfinished, true): "\(name) stayed unfinished from event \(span.from) and never finished"
    }
  }

  /// Nanoseconds as milliseconds, always with three decimals.
  func milliseconds(_ ns: UInt64) -> String {
    let micro = String(ns / 1000 % 1000)
    return "\(ns / 1_000_000)." + String(repeating: "0", count: 3 - micro.count) + micro
  }
}
