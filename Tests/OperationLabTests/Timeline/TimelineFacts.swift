import Foundation
import OperationCourse

/// What a span is, as any renderer must tell it.
struct TimelineFacts: Hashable, CustomStringConvertible {
  var subject: String
  var thread: String
  var kind: String
  var from: Int
  var to: Int
  var isOpen: Bool

  var description: String {
    "\(subject) \(kind) on \(thread), \(from) to \(to)\(isOpen ? ", open" : "")"
  }

  /// The model's own, as a sorted list, so that a span told twice is seen.
  static func model(_ timeline: Timeline, _ name: (String) -> String = { $0 }) -> [String] {
    sorted(
      timeline.spans.map {
        TimelineFacts(
          subject: name($0.subject), thread: name($0.thread), kind: $0.kind.rawValue,
          from: $0.from, to: $0.to, isOpen: $0.isOpen)
      })
  }

  static func sorted(_ facts: [TimelineFacts]) -> [String] { facts.map(\.description).sorted() }
}

extension TimelineFacts {
  /// Reads the `data-` attributes of an SVG, or of a page with one.
  static func markup(_ text: String) -> [String] {
    let tag =
      /data-subject="(.*?)" data-thread="(.*?)" data-kind="(\w+)" data-from="(-?\d+)" data-to="(-?\d+)" data-open="(true|false)"/
    let facts = text.matches(of: tag).map { match in
      let (_, subject, thread, kind, from, to, open) = match.output
      return TimelineFacts(
        subject: unescaped(subject), thread: unescaped(thread), kind: String(kind),
        from: Int(from) ?? -1, to: Int(to) ?? -1, isOpen: open == "true")
    }
    return sorted(facts)
  }

  static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }

  /// Reads the sentences on threads; open spans end with the trace's `last` event.
  static func prose(_ text: String, last: Int) -> [String] {
    var facts: [TimelineFacts] = []
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /Thread (.*?): (.*)\./) else { continue }
      for part in String(match.2).components(separatedBy: "; ") {
        if let fact = sentence(part, thread: String(match.1), last: last) { facts.append(fact) }
      }
    }
    return sorted(facts)
  }

  private static func sentence(_ text: String, thread: String, last: Int) -> TimelineFacts? {
    let patterns: [(String, Regex<(Substring, Substring, Substring, Substring?)>)] = [
      (
        "start",
        /start\(\) of (.*) (?:ran from|was called at) event (-?\d+)(?: to event (-?\d+)| and never returned)/
      ),
      (
        "body",
        /the body of (.*) (?:ran from|began at) event (-?\d+)(?: to event (-?\d+)| and never ended)/
      ),
      (
        "unfinished",
        /(.*) stayed unfinished from event (-?\d+)(?: to event (-?\d+)| and never finished)/
      ),
    ]
    for (kind, pattern) in patterns {
      guard let match = text.wholeMatch(of: pattern) else { continue }
      let to = match.3.flatMap { Int($0) }
      return TimelineFacts(
        subject: String(match.1), thread: thread, kind: kind, from: Int(match.2) ?? -1,
        to: to ?? last, isOpen: to == nil)
    }
    return nil
  }

  /// Reads the `args` of every trace event that has a kind.
  static func perfetto(_ text: String) throws -> [String] {
    struct File: Decodable {
      struct Entry: Decodable {
        struct Arguments: Decodable {
          var subject: String?
          var thread: String?
          var kind: String?
          var from: Int?
          var to: Int?
          var open: Bool?
        }
        var ph: String
        var args: Arguments?
      }
      var traceEvents: [Entry]
    }
    let file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
    let facts = file.traceEvents.compactMap(\.args).compactMap { args in
      args.kind.map {
        TimelineFacts(
          subject: args.subject ?? "?", thread: args.thread ?? "?", kind: $0, from: args.from ?? -1,
          to: args.to ?? -1, isOpen: args.open ?? false)
      }
    }
    return sorted(facts)
  }
}
