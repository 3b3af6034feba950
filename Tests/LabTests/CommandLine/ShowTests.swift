import Foundation
import OperationCourse
import OperationBench
import Testing

@testable import LabKit

/// The page `Lessons/see-your-queues.md` shows the whole screen, and its own test compares that.
@Suite("lab show", .repeatable, .elsewhere)
struct ShowTests {
  private let kept = LabProcess.checkout.appendingPathComponent(
    "Lessons/see-your-queues/queues.jsonl")

  @Test(
    "fits the screen, and shows what could control a terminal as text",
    arguments: [20, 45, 55, 60, 69, 70, 80, 100])
  func fits(_ width: Int) throws {
    let name = "a\u{1B}[2J"
    let text = try String(contentsOf: kept, encoding: .utf8).replacing(
      "photos", with: "a\\u001b[2J")
    let shown = try #require(ShownEvents(EventFile(Data(text.utf8)), path: name, process: nil))
    #expect(shown.process.events.contains { $0.queue == name })
    for isASCII in [false, true] {
      let paper = Paper(width: width, isASCII: isASCII, isColoured: false)
      let screen = ShowScreen(paper: paper, limit: 5).text(shown)
      #expect(!screen.contains("\u{1B}"))
      #expect(!isASCII || screen.allSatisfy(\.isASCII))
      let widest = screen.split(separator: "\n").map(\.count).max() ?? 0
      #expect(width < 40 || widest <= width, "\(screen)")
    }
  }

  @Test("says in one line what it leaves out, which is no error")
  func leavesOut() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("queues.jsonl")
    let text = try String(contentsOf: kept, encoding: .utf8)
    let other = text.replacing(/"process":"[0-9]+-[0-9]+"/, with: #""process":"77-1""#)
      .replacing(#""kind":"released""#, with: #""kind":"moved""#)
    try Data((other + text.dropLast(9)).utf8).write(to: file)
    let result = try LabProcess.run("show", file.path, environment: ["COLUMNS": "100"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let left = "Left out: lines that are no events: 1. events of the unknown kind 'moved': 4."
    #expect(result.output.contains(left), "\(result.output)")
    #expect(result.output.contains("--process 77"))
    #expect(try LabProcess.run("show", file.path, "--process", "77").output.contains("process 77"))
    let none = try LabProcess.run("show", file.path, "--process", "78")
    #expect(none.status == 66 && none.errors.contains("77"))
  }

  @Test("says of a file that begins in the middle that it does, and calls nothing else finished")
  func middle() throws {
    let text = try String(contentsOf: kept, encoding: .utf8)
    let released = text.split(separator: "\n").filter { $0.contains("\"released\"") }
    let middle = released.suffix(2).joined(separator: "\n")
    let shown = try #require(ShownEvents(EventFile(Data(middle.utf8)), path: "f", process: nil))
    #expect(shown.leftOut?.hasPrefix("The file begins in the middle: ") == true)
    #expect(shown.json.missing > 2)
    let whole = try #require(ShownEvents(EventFile(Data(text.utf8)), path: "f", process: nil))
    #expect(whole.leftOut == nil && whole.json.missing == 0)
    let one = try #require(ShownEvents(EventFile(Data(released[0].utf8)), path: "f", process: nil))
    #expect(one.sentence.contains("1 event of process") && one.sentence.contains(", until 20"))
  }

  @Test("reads the file before it, too, and writes what a lesson writes")
  func exports() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("queues.jsonl")
    let lines = try String(contentsOf: kept, encoding: .utf8).split(separator: "\n")
    try Data(lines.prefix(20).joined(separator: "\n").utf8 + Data("\n".utf8)).write(
      to: URL(fileURLWithPath: file.path + ".old"))
    try Data(lines.dropFirst(20).joined(separator: "\n").utf8).write(to: file)
    let whole = try LabProcess.run("show", kept.path, "--json")
    for (end, start) in [
      ("svg", "<?xml"), ("html", "<!DOCTYPE"), ("perfetto.json", "{"), ("json", "{"),
    ] {
      let path = folder.url.appendingPathComponent("out.\(end)").path
      let result = try LabProcess.run("show", file.path, "--export", path)
      #expect(result.status == 0, "\(result.errors)")
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written.hasPrefix(start) && written.contains("load#9"))
    }
    let joined = try LabProcess.run("show", file.path, "--json")
    #expect(try events(joined) == events(whole) && events(whole).count == lines.count)
  }

  private func events(_ result: LabProcess.Result) throws -> [Event] {
    struct Shown: Decodable { let events: [Event] }
    return try JSONDecoder().decode(Shown.self, from: Data(result.output.utf8)).events
  }

  @Test("draws the last part of a large file, and says so on the page and in the terminal")
  func lastPart() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("queues.jsonl")
    let kinds = ["added", "ready", "started", "finished"]
    let lines = (0..<6000).map { number in
      let (name, kind) = (
        number == 0 ? "stuck#1" : "work#\(2 + (number - 1) / 4)",
        number == 0 ? "added" : kinds[(number - 1) % 4]
      )
      let queue = kind == "added" ? #","queue":"q""# : ""
      return
        #"{"seq":\#(number),"ns":\#(number * 1000),"operation":"\#(name)","kind":"\#(kind)","isCancelled":false\#(queue),"process":"7-1"}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let page = folder.url.appendingPathComponent("out.html").path
    let result = try LabProcess.run("show", file.path, "--export", page)
    let words = "Drawn: 5001 of 6000 events"
    #expect(result.status == 0 && result.errors.contains(words), "\(result.errors)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(words) && html.contains("stuck#1") && !html.contains("work#2\""))
    let whole = try LabProcess.run("show", file.path, "--json")
    #expect(try events(whole).count == 6000)
  }

  @Test("refuses a file that is not there, or has no event", arguments: ["none", "", "empty"])
  func refuses(_ name: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent(name)
    if name == "empty" { try Data().write(to: file) }
    let result = try LabProcess.run("show", file.path)
    #expect(result.status == 66 && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try LabProcess.run("show").status == 64)
  }
}
