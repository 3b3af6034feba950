import Foundation
import OperationCourse
import Testing

@Suite("An album of several runs")
struct TimelineAlbumTests {
  private let album = TimelineAlbum(
    title: "Both",
    runs: [("one", TimelineSamples.asynchronous), ("two", TimelineSamples.asynchronous)])

  @Test("is one drawing, each run under its own title, none over another")
  func svg() throws {
    let svg = album.svg()
    #expect(svg.matches(of: /<\?xml/).count == 1)
    let headings = svg.matches(of: /<text class="tl-thread" x="16" y="(\d+)">(one|two)<\/text>/)
    #expect(headings.map { String($0.output.2) } == ["one", "two"])
    let places = svg.matches(of: /height="(\d+)" y="(\d+)" viewBox/)
      .map { (height: Int($0.output.1) ?? 0, y: Int($0.output.2) ?? 0) }
    let (first, second) = try (#require(places.first), #require(places.last))
    #expect(places.count == 2)
    #expect(second.y >= first.y + first.height)
    #expect(svg.contains(#"height="\#(second.y + second.height)""#))
  }

  @Test("is one page with both runs")
  func html() {
    let html = album.html()
    #expect(html.matches(of: /<html/).count == 1)
    #expect(html.matches(of: /<h1>(\w+)<\/h1>/).map { String($0.output.1) } == ["one", "two"])
  }

  @Test("is one trace file, each run a process whose slices are its own")
  func perfetto() throws {
    let json = try album.perfetto()
    let processes = Set(json.matches(of: /"pid":(\d+)/).map { String($0.output.1) })
    #expect(processes == ["1", "2"])
    let slices = json.matches(of: /"id":"([\d-]+)".*"pid":(\d+)/)
      .map { [String($0.output.1), String($0.output.2)] }
    #expect(Set(slices) == [["0", "1"], ["2-0", "2"]])
  }
}
