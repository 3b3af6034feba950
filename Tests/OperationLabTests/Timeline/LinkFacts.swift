import Foundation
import OperationCourse

/// Who let whom go on, and who waits for whom in the end, as any renderer must tell it: a sorted
/// list of lines.
enum LinkFacts {
  /// The model's own.
  static func model(_ timeline: Timeline, _ name: (String) -> String = { $0 }) -> [String] {
    let arrows = timeline.arrows.map {
      arrow($0.kind.rawValue, name($0.releaser), "\($0.from)", "\($0.to)", name($0.released))
    }
    let waits = timeline.waits.map {
      wait($0.kind.rawValue, $0.waiters.map(name), name($0.through), $0.holders.map(name))
    }
    return (arrows + waits).sorted()
  }

  private static func arrow(
    _ kind: String, _ releaser: String, _ from: String, _ to: String, _ released: String
  ) -> String { "\(kind): \(releaser) \(from) to \(released) \(to)" }

  private static func wait(
    _ kind: String, _ waiters: [String], _ through: String, _ holders: [String]
  ) -> String { "\(waiters) wait, \(kind) '\(through)', for \(holders)" }

  /// Reads the `data-` attributes of an SVG, or of a page with one.
  static func markup(_ text: String) -> [String] {
    let arrows = text.matches(
      of:
        /data-arrow="(\w+)" data-releaser="(.*?)" data-released="(.*?)" data-through=".*?" data-from="(-?\d+)" data-to="(-?\d+)"/
    ).map {
      arrow(
        String($0.1), TimelineFacts.unescaped($0.2), String($0.4), String($0.5),
        TimelineFacts.unescaped($0.3))
    }
    let waits = text.matches(
      of:
        /data-wait="(\w+)" data-waiters="(.*?)" data-holders="(.*?)" data-through="(.*?)"/
    ).map {
      wait(
        String($0.1), list(TimelineFacts.unescaped($0.2)), TimelineFacts.unescaped($0.4),
        list(TimelineFacts.unescaped($0.3)))
    }
    return (arrows + waits).sorted()
  }

  /// Reads the flows of a trace file, and the instants that tell who waits.
  static func perfetto(_ text: String) throws -> [String] {
    struct File: Decodable {
      struct Entry: Decodable {
        struct Arguments: Decodable {
          var arrow: String?
          var releaser: String?
          var released: String?
          var from: Int?
          var to: Int?
          var wait: String?
          var waiters: [String]?
          var holders: [String]?
          var through: String?
        }
        var ph: String
        var id: String?
        var args: Arguments?
      }
      var traceEvents: [Entry]
    }
    let entries = try JSONDecoder().decode(File.self, from: Data(text.utf8)).traceEvents
    let ends = Set(entries.filter { $0.ph == "f" }.map(\.id))
    let arrows = entries.filter { $0.ph == "s" && ends.contains($0.id) }.compactMap(\.args).map {
      arrow(
        $0.arrow ?? "?", $0.releaser ?? "?", "\($0.from ?? -1)", "\($0.to ?? -1)",
        $0.released ?? "?")
    }
    let waits = entries.compactMap(\.args).filter { $0.wait != nil }.map {
      wait($0.wait ?? "?", $0.waiters ?? [], $0.through ?? "?", $0.holders ?? [])
    }
    return (arrows + waits).sorted()
  }

  fileprivate static func list(_ text: String) -> [String] {
    text.isEmpty ? [] : text.components(separatedBy: ", ")
  }
}

extension LinkFacts {
  /// Reads the paragraphs below a picture made of characters, for names without blanks.
  static func text(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").joined(separator: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let titles = [
      "slot passed on": "slot", "dependency over": "dependency", "queue resumed": "resume",
      "wait over": "wait", "gate opened": "gate",
    ]
    let arrows = lines.matches(of: #/(?:→|->) ([a-z ]+): ([^.]*)\./#).flatMap { match in
      match.2.matches(of: #/(\S+) (\d+)(?:→|->)(\d+) ([^\s,]+)/#).map {
        arrow(titles["\(match.1)"] ?? "?", "\($0.1)", "\($0.2)", "\($0.3)", "\($0.4)")
      }
    }
    return (arrows + waits(lines)).sorted()
  }

  /// Reads the sentences of the prose, for names without blanks.
  static func prose(_ text: String) -> [String] {
    let patterns: [(String, Regex<(Substring, Substring, Substring, Substring, Substring)>)] = [
      (
        "slot",
        /[Tt]he end of (\S+) at event (\d+) freed the slot of \S+ in which (\S+) started at event (\d+)/
      ),
      (
        "dependency",
        /[Tt]he end of (\S+) at event (\d+) let (\S+), which depends on it, start at event (\d+)/
      ),
      ("resume", /[Qq]ueue (\S+), resumed at event (\d+), let (\S+) start at event (\d+)/),
      (
        "wait",
        /[Tt]he end of (\S+) at event (\d+) let (\S+) come back from its wait at event (\d+)/
      ),
      ("gate", /[Gg]ate (\S+), opened at event (\d+), let (\S+) go on at event (\d+)/),
    ]
    let arrows = patterns.flatMap { kind, pattern in
      text.matches(of: pattern).map {
        arrow(kind, String($0.1), String($0.2), String($0.4), String($0.3))
      }
    }
    return (arrows + waits(text)).sorted()
  }

  private static func waits(_ text: String) -> [String] {
    let text = text.replacing("..", with: "…").replacing("……", with: "…")
    let patterns: [(String, Regex<(Substring, Substring, Substring, Substring)>)] = [
      ("slot", #/(\S+(?: … \S+ \(\d+\))?) waits? for a (slot) of (\S+), held by /#),
      ("dependency", #/(\S+) waits? for the end()() of /#),
      ("call", #/(\S+) waits? in a (call) for (\S+) to be empty, which holds it/#),
      ("call", #/(\S+) waits? in a (call)() for (?=\S+\.)/#),
      ("resume", #/(\S+) waits? for (queue) (\S+) to be resumed/#),
    ]
    return patterns.flatMap { kind, pattern in
      text.matches(of: pattern).map { match in
        let rest = text[match.range.upperBound...].prefix { $0 != "." }
        let holders = rest.components(separatedBy: " and ").filter { !$0.isEmpty }
        return wait(kind, spelt(String(match.1)), String(match.3), holders)
      }
    }
  }

  /// All names that `op3 … op10 (8)` stands for.
  private static func spelt(_ range: String) -> [String] {
    guard let match = range.wholeMatch(of: #/([a-z]+)(\d+) … [a-z]+(\d+) \(\d+\)/#),
      let first = Int(match.2), let last = Int(match.3)
    else { return [range] }
    return (first...last).map { "\(match.1)\($0)" }
  }
}
