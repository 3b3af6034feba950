import OperationLab
import Testing

@testable import LabShared
@testable import lab

@Suite("The table of events", .repeatable)
struct EventTableTests {
  private let events = [
    SampleLesson.event(0, 100, "main", "op1", .enqueued, [.ready], "downloads"),
    SampleLesson.event(
      1, 1_234_567, "T1", "a very long name of an operation", .observed,
      [.ready, .executing, .finished, .cancelled], "after everything else has come to an end"),
    SampleLesson.event(2, 123_456_789_000, "T123456", "op1", .noted, [], "a note without a state"),
  ]

  @Test("at 80 columns")
  func wide() {
    #expect(
      text(width: 80) == """
             time  thread subject       what happened                state
          0.000ms  main   op1           added to downloads           ready
          1.234ms  T1     a very long ~ state read, after everything ready executing
                                        else has come to an end      finished cancelled
            123 s  T1234~ op1           a note without a state
        """)
  }

  @Test("at 60 columns")
  func narrow() {
    #expect(
      text(width: 60) == """
             time  thread subject   what happened        state
          0.000ms  main   op1       added to downloads   ready
          1.234ms  T1     a very l~ state read, after    ready
                                    everything else has  executing
                                    come to an end       finished
                                                         cancelled
            123 s  T1234~ op1       a note without a state
        """)
  }

  @Test("below 50 columns is a list of phrases")
  func list() {
    #expect(
      text(width: 40) == """
        main op1: added to downloads (ready)
        T1 a very long name of an operation:
          state read, after everything else has
          come to an end (ready executing
          finished cancelled)
        T123456 op1: a note without a state
        """)
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
