import OperationCourse
import OperationLab
import OperationBench
import Testing

/// What each renderer makes of fixed traces is in `Tests/Goldens/timeline`.
@Suite("Pictures and exports of fixed traces", .repeatable)
struct TimelineGoldenTests {
  private static let samples: [(name: String, timeline: Timeline)] =
    TimelineSamples.all.map { ($0.name, Timeline($0.trace)) }
    + TimelineHangs.all.map { ("hang-\($0.name)", Timeline($0.run)) }
    + [("nonsense", Timeline(TimelineNonsense.trace(seed: 7, count: 25)))]

  @Test("Text and prose", arguments: samples)
  func text(_ name: String, _ timeline: Timeline) throws {
    try Golden.expect(
      "timeline/\(name).txt",
      are: [
        "80 columns": timeline.text(width: 80),
        "60 columns, ASCII": timeline.text(width: 60, isASCII: true),
        "20 columns": timeline.text(width: 20),
        "prose": timeline.prose(),
      ])
  }

  @Test("A drawing", arguments: samples)
  func svg(_ name: String, _ timeline: Timeline) throws {
    try Golden.expect("timeline/\(name).svg", is: Self.drawing(timeline.svg(title: "A & b")))
  }

  @Test("A trace file", arguments: samples)
  func perfetto(_ name: String, _ timeline: Timeline) throws {
    try Golden.expect("timeline/\(name).json", is: timeline.perfetto(title: "Demo"))
  }

  @Test("An album: one drawing, and one trace file with a process for each run")
  func album() throws {
    let album = TimelineAlbum(
      title: "Both",
      pages: ["one", "two"].map {
        .init(title: $0, name: $0, timeline: Timeline(TimelineSamples.asynchronous))
      })
    try Golden.expect("timeline/album.svg", is: Self.drawing(album.svg()))
    try Golden.expect("timeline/album.json", is: album.perfetto())
  }

  @Test("A crowd shares columns and is counted, and names that do not fit are numbered")
  func crowded() throws {
    let longNames = TimelineSamples.trace {
      for number in 1...3 {
        for kind: Event.Kind in [.started, .began, .ended, .finished, .returned] {
          $0.add("main", "a very long name of operation \(number)", kind)
        }
      }
    }
    try Golden.expect(
      "timeline/crowded.txt",
      are: [
        "400 operations": Timeline(TimelineSamples.crowd(400)).text(width: 60),
        "long names": Timeline(longNames).text(width: 60),
      ])
  }

  /// Without its style.
  private static func drawing(_ svg: String) -> String {
    svg.replacing(/<style>[\s\S]*?<\/style>/, with: "<style></style>")
  }
}
