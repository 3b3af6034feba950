import Foundation
import OperationCourse
import OperationDoctor
import OperationBench
import OperationLab
import Testing

@Suite("Names and notes cannot break out of a page", .repeatable)
struct TimelineHostileTests {
  private static let known: Set<String> = [
    "svg", "title", "desc", "style", "rect", "g", "text", "path", "html", "head", "meta", "body",
    "main", "h1", "h2", "h3", "p", "figure", "ul", "li", "div", "table", "thead", "tbody", "tr",
    "th",
    "td", "section", "details", "summary", "script",
  ]

  @Test(
    "Only the renderer's own tags stand in a page, and no control characters", arguments: 0..<20)
  func ownTagsOnly(_ seed: UInt64) throws {
    let trace = seed == 0 ? TimelineSamples.hostile : TimelineNonsense.trace(seed: seed, count: 60)
    let timeline = Timeline(trace)
    let title = "</title><script>\u{0}&\"'"
    for page in [timeline.svg(title: title), timeline.html(title: title)] {
      let markup = page.replacing(/<script nonce="operation-lab">[\s\S]*?<\/script>/, with: "")
      let tags = markup.matches(of: /<\/?([A-Za-z0-9]*)/).map { String($0.1) }
      // The document type and the XML declaration begin with a sign instead of a name.
      #expect(Set(tags).subtracting(Self.known) == [""])
      #expect(tags.count { $0.isEmpty } == 1)
      #expect(page.unicodeScalars.allSatisfy(Self.isAllowed))
    }
  }

  @Test(
    "What a page's script reads is one piece of JSON that nothing can end early", arguments: 0..<20)
  func dataStaysData(_ seed: UInt64) throws {
    let trace = seed == 0 ? TimelineSamples.hostile : TimelineNonsense.trace(seed: seed, count: 60)
    let page = Timeline(trace).html(title: "</script><script>alert(1)</script>")
    let start = try #require(page.firstRange(of: #"<script type="application/json" id="trace">"#))
    let rest = page[start.upperBound...]
    let end = try #require(rest.firstRange(of: "<"))
    #expect(rest[end.lowerBound...].hasPrefix("</script>"))
    let json = rest[..<end.lowerBound]
    #expect(json.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    struct Read: Decodable {
      struct Program: Decodable { let events: [Event] }
      let programs: [Program]
    }
    let read = try JSONDecoder().decode(Read.self, from: Data(json.utf8))
    #expect(read.programs.map(\.events) == [trace.events])
    // Only scripts with the page's own mark run, and there are as many as the page has files.
    #expect(page.contains("script-src 'nonce-operation-lab'"))
    #expect(page.matches(of: /<script/).count == 9)
  }

  @Test("Text for a terminal holds no control characters but line feeds", arguments: 0..<20)
  func noEscapes(_ seed: UInt64) {
    let timeline = Timeline(TimelineNonsense.trace(seed: seed, count: 60))
    for text in [timeline.text(width: 80), timeline.text(width: 20), timeline.prose()] {
      #expect(text.unicodeScalars.allSatisfy(Self.isAllowed))
    }
  }

  @Test("Every tag that opens closes")
  func balanced() {
    for seed: UInt64 in 0..<10 {
      let svg = Timeline(TimelineNonsense.trace(seed: seed, count: 60)).svg(title: "<t>")
      for tag in ["svg", "g", "title", "desc", "text", "style"] {
        #expect(svg.split(separator: "<\(tag)").count == svg.split(separator: "</\(tag)>").count)
      }
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" { return true }
    switch scalar.properties.generalCategory {
    case .control, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: return false
    case .format: return scalar == "\u{200D}"
    default: return true
    }
  }
}

@Suite("Large traces are compressed, not copied out", .repeatable)
struct TimelineSizeTests {
  /// Many operations: in sequence, on their own threads, all unfinished, or all with one name.
  enum Shape: CaseIterable {
    case pool, threads, open, oneName

    func trace(_ count: Int) -> Trace {
      TimelineSamples.trace { trace in
        for number in 0..<count {
          let thread = self == .threads ? "T\(number + 1)" : "T\(number % 3 + 1)"
          let name = self == .oneName ? "op" : "op\(number)"
          trace.add("main", name, .enqueued, [.ready])
          trace.add(thread, name, .started, [.ready, .executing])
          if self == .pool || self == .threads { trace.add(thread, name, .finished) }
          trace.add(thread, name, .returned, [.ready, .executing])
        }
      }
    }
  }

  @Test("Ten times the events make no longer picture", arguments: Shape.allCases)
  func bounded(_ shape: Shape) {
    let timeline = Timeline(shape.trace(1500))
    #expect(timeline.text(width: 80).utf8.count < 20_000)
    #expect(timeline.text(width: 20).utf8.count < 20_000)
    #expect(timeline.prose(limit: 10).utf8.count < 20_000)
    #expect(timeline.svg(title: "t").utf8.count < 400_000)
    // The page holds the trace itself, some 500 bytes for an event.
    #expect(timeline.html(title: "t").utf8.count < 3_400_000)
  }

  @Test("What is left out is counted")
  func counted() {
    let timeline = Timeline(Shape.threads.trace(1500))
    #expect(timeline.text(width: 80).contains("\n1477 more "))
    #expect(timeline.text(width: 20).contains("and 1451 more\n"))
    #expect(timeline.prose(limit: 10).contains("And 1491 more threads.\n"))
    #expect(timeline.prose(limit: 10).contains("And 1490 more operations.\n"))
    #expect(timeline.html(title: "t").contains("<p>And 1000 more events.</p>"))
  }
}
