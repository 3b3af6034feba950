import OperationLab
import Testing

@Suite("Names and notes cannot break out of a page")
struct TimelineHostileTests {
  private static let known: Set<String> = [
    "svg", "title", "desc", "style", "rect", "g", "text", "path", "html", "head", "meta", "body",
    "main", "h1", "h2", "p", "figure", "ul", "li", "div", "table", "thead", "tbody", "tr", "th",
    "td",
  ]

  @Test(
    "Only the renderer's own tags stand in a page, and no control characters", arguments: 0..<20)
  func ownTagsOnly(_ seed: UInt64) throws {
    let trace = seed == 0 ? TimelineSamples.hostile : TimelineNonsense.trace(seed: seed, count: 60)
    let timeline = Timeline(trace)
    let title = "</title><script>\u{0}&\"'"
    for page in [timeline.svg(title: title), timeline.html(title: title)] {
      let tags = page.matches(of: /<\/?([A-Za-z0-9]*)/).map { String($0.1) }
      // The document type and the XML declaration begin with a sign instead of a name.
      #expect(Set(tags).subtracting(Self.known) == [""])
      #expect(tags.count { $0.isEmpty } == 1)
      #expect(page.unicodeScalars.allSatisfy(Self.isAllowed))
    }
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
