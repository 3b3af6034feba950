import Foundation
import OperationCourse
import OperationLab

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

  /// The model's own facts as a sorted list, in which a duplicate span shows.
  static func model(_ timeline: Timeline, _ name: (String) -> String = { $0 }) -> [String] {
    sorted(
      timeline.lanes.flatMap(\.spans).map {
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

  /// Reads the sentences on threads. Open spans end with the trace's `last` event.
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

extension TimelineFacts {
  /// Reads an ASCII picture as a person would: a bar's ends stand under the numbers of events.
  ///
  /// For names of letters and digits, and pictures wide enough that every number is shown.
  static func picture(_ text: String, last: Int) -> [String] {
    let lines = text.split(separator: "\n").map { $0.split(separator: "|", maxSplits: 1) }
      .filter { $0.count == 2 }
    guard let ruler = lines.first.map({ Ruler(String($0[1]), last: last) }) else { return [] }
    var thread = ""
    var facts: [TimelineFacts] = []
    for line in lines.dropFirst() {
      let title = line[0].filter { $0 != " " }
      if !title.isEmpty { thread = title }
      facts += row(Array(line[1]), thread: thread, ruler: ruler)
    }
    return sorted(facts)
  }

  /// Event numbers by column.
  private struct Ruler {
    var numbers: [Int: Int] = [:]
    let last: Int

    init(_ text: String, last: Int) {
      self.last = last
      for match in text.matches(of: /\d+/) {
        let column = text.distance(from: text.startIndex, to: match.range.lowerBound)
        numbers[column] = Int(match.output)
      }
    }

    func number(_ column: Int) -> Int { numbers[column] ?? -1 }
  }

  private static func row(_ cells: [Character], thread: String, ruler: Ruler) -> [TimelineFacts] {
    var facts: [TimelineFacts] = []
    var run: [TimelineFacts] = []
    var name = ""
    var open: [Int] = []
    var lastEnd = -1
    func endRun() {
      facts += run.map { fact in
        var fact = fact
        fact.subject = name
        return fact
      }
      (run, name, lastEnd) = ([], "", -1)
    }
    func add(_ kind: String, from: Int, to: Int?) {
      run.append(
        TimelineFacts(
          subject: "", thread: thread, kind: kind, from: ruler.number(from),
          to: to.map(ruler.number) ?? ruler.last, isOpen: to == nil))
    }
    guard cells.contains("[") else { return [] }
    for (column, cell) in cells.enumerated() {
      switch cell {
      case "[":
        if open.isEmpty { endRun() }
        open.append(column)
      case "]":
        if let from = open.popLast() {
          add(cells[column - 1] == "=" ? "body" : "start", from: from, to: column)
          lastEnd = column
        } else {
          add("unfinished", from: lastEnd, to: column)
        }
      case ">":
        if open.isEmpty { add("unfinished", from: lastEnd, to: nil) }
        while let from = open.popLast() {
          add(
            open.count == 1 || cells[column - 1] == "=" && run.isEmpty ? "body" : "start",
            from: from, to: nil)
        }
      case "-", "=", ".", " ": break
      default: name.append(cell)
      }
    }
    endRun()
    return facts
  }
}

/// The releases and the final waits between operations, as every renderer must show them: a sorted
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

  /// The model's own as SVG shows them: the waits as chains.
  static func drawn(_ timeline: Timeline, _ name: (String) -> String = { $0 }) -> [String] {
    let chains = timeline.chains.map {
      chain(
        $0.stations.map { name($0.words) }.joined(separator: ", "), name($0.ending), $0.isCircle)
    }
    return (model(timeline, name).filter { !$0.contains(" wait, ") } + chains).sorted()
  }

  private static func chain(_ stations: String, _ ending: String, _ isCircle: Bool) -> String {
    "\(isCircle ? "circle" : "chain") of \(stations): \(ending)"
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
    let chains = text.matches(
      of: /data-chain="(.*?)" data-circle="(true|false)" data-ending="(.*?)"/
    ).map {
      chain(TimelineFacts.unescaped($0.1), TimelineFacts.unescaped($0.3), $0.2 == "true")
    }
    return (arrows + chains).sorted()
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

extension Timeline {
  /// This run alone, as a page.
  func html(title: String) -> String {
    TimelineAlbum(title: title, pages: [.init(title: title, name: "run", timeline: self)]).html()
  }

  /// This run alone, as a trace file.
  func perfetto(title: String = "t") throws -> String {
    try TimelineAlbum(title: title, pages: [.init(title: title, name: "run", timeline: self)])
      .perfetto()
  }
}
