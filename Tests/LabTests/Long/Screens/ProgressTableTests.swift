import OperationCourse
import OperationBench
import OperationLab
import Testing

@testable import LabKit

@Suite("The bars of a lesson", .longPlan, .repeatable, .elsewhere)
struct ProgressTableTests {
  private let paper = Paper(width: 40, isASCII: false, isColoured: false)

  private func table(
    _ news: [(subject: String, received: Int, total: Int?)]
  ) -> ProgressTable {
    var table = ProgressTable()
    for (place, (subject, received, total)) in news.enumerated() {
      table.add(
        Event(
          seq: place, ns: 0, thread: "main", subject: subject, kind: .progressed,
          fact: .bytes(received: received, total: total)))
    }
    return table
  }

  @Test("show how far each has come, in the order of their names")
  func rows() {
    let table = table([
      ("picture 10", 3, 4), ("picture 2", 1, 4), ("picture 2", 4, 4), ("picture 1", 0, 4),
    ])
    #expect(
      table.text(for: paper) == """
          picture 1   ░░░░░░░░░░░░░░░░░░░   0 %
          picture 2   ███████████████████ 100 %
          picture 10  ██████████████░░░░░  75 %
        """)
  }

  @Test("are drawn with other signs where only ASCII is shown")
  func ascii() {
    let paper = Paper(width: 30, isASCII: true, isColoured: false)
    #expect(table([("a", 2, 4)]).text(for: paper) == "  a  #########.........  50 %")
  }

  @Test("fit every screen", arguments: [20, 30, 40, 60, 80, 200])
  func widths(_ width: Int) throws {
    let paper = Paper(width: width, isASCII: false, isColoured: false)
    let table = table([("a picture with a long name", 5, 4), ("b", 1, 0)])
    for line in try #require(table.text(for: paper)).split(separator: "\n") {
      #expect(line.count < width)
    }
  }

  @Test("are not shown where the whole is not known, nor for events about anything else")
  func nothing() {
    var table = table([("a", 4, nil)])
    for (kind, fact): (Event.Kind, Event.Fact) in [
      (.noted, .bytes(received: 1, total: 2)), (.progressed, .mark("1 of 2 bytes")),
    ] {
      table.add(Event(seq: 9, ns: 0, thread: "main", subject: "a", kind: kind, fact: fact))
    }
    #expect(table.text(for: paper) == nil)
  }

  @Test("move on a terminal as the pictures arrive, and stay when the program has ended")
  func terminal() throws {
    let sent = try LabProcess.onTerminal("lesson", "20", "--program", "table")
    let parts = sent.split(separator: "Timeline", maxSplits: 1)
    let part = "  picture 4  ██████████░░░░░░░░░░░░░░░░░░░░  33 %"
    let whole = (1...4).map { "  picture \($0)  \(String(repeating: "█", count: 30)) 100 %\r\n" }
    #expect(parts.count == 2)
    #expect(parts.first?.contains(part) == true)
    #expect(parts.first?.contains("\u{1B}[K\u{1B}[A\u{1B}[K") == true)
    #expect(parts.first?.contains(whole.joined()) == true)
  }

  @Test("are not drawn into a pipe, where the rows tell it all")
  func pipe() throws {
    let result = try LabProcess.run("lesson", "20", "--program", "table")
    #expect(result.output.contains("picture 4     progress: 3085 of 3085 bytes"))
    #expect(!result.output.contains("█") && !result.output.contains("\u{1B}"))
  }
}
