import OperationLab
import Testing

@testable import LabKit

@Suite("The table of events", .repeatable)
struct EventTableTests {
  private let events = [
    SampleLesson.event(0, 100, "main", "op1", .enqueued, [.ready], "downloads"),
    SampleLesson.event(
      1, 1_234_567, "T1", "a very long name of an operation", .observed,
      [.ready, .executing, .finished, .cancelled], "after everything else has come to an end"),
    SampleLesson.event(2, 123_456_789_000, "T123456", "op1", .noted, [], "a note without a state"),
    SampleLesson.event(3, 12_345_678_000, "T1", "op1", .noted, [.ready], "a note that is longer"),
  ]

  @Test("has fewer columns on a narrow screen, and below 50 is a list of phrases")
  func widths() throws {
    try Golden.expect(
      "screens/event-table.txt",
      are: [
        "80 columns": text(width: 80), "60 columns": text(width: 60),
        "40 columns": text(width: 40),
      ])
  }

  @Test("shows what could control a terminal as text", arguments: [40, 80])
  func controls(_ width: Int) {
    let event = SampleLesson.event(0, 100, "main", "a\u{1B}[2J", .noted, [], "b\u{7}\nc")
    let table = EventTable(paper: Paper(width: width, isASCII: false, isColoured: false))
    let folded = RestFold.line([event], table.paper)
    for text in [table.row(event), folded, event.description] {
      #expect(text.contains("a\\u{1B}[2J") && text.contains("b\\u{7}\\u{A}c"), "\(text)")
    }
  }

  @Test("never exceeds its width", arguments: 50...120)
  func fits(_ width: Int) {
    for line in text(width: width).split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test(
    "tells times in milliseconds, very long ones in seconds",
    arguments: [
      (0, "0.000ms"), (999, "0.000ms"), (1_005_000, "1.005ms"), (99_999_999_999, "99999.999ms"),
      (100_000_000_000, "100 s"),
    ] as [(UInt64, String)])
  func times(_ ns: UInt64, _ text: String) {
    #expect(EventTable.time(ns) == text)
  }

  private func text(width: Int) -> String {
    let table = EventTable(paper: Paper(width: width, isASCII: false, isColoured: false))
    return ([table.header].compactMap { $0 } + events.map(table.row)).joined(separator: "\n")
  }
}
