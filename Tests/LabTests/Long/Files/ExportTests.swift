import Foundation
import Testing

@Suite("What 'lab lesson' writes into files", .longPlan, .repeatable, .elsewhere)
struct ExportTests {
  @Test("A page has the code of its programs, and the line that enqueues")
  func code() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("3.html").path
      let result = try LabProcess.run("lesson", "3", "--export", file)
      #expect(result.status == 0)
      let html = try String(contentsOfFile: file, encoding: .utf8)
      #expect(html.contains("queue.addOperation(SilentOperation(bench.log(name)))"))
      #expect(html.contains(#""lineOfEvent":[3"#) || html.contains(#""lineOfEvent":[2"#))
      #expect(html.contains("wait for a slot of downloads, held by op1 and op2"))
    }
  }

  @Test("Without a terminal no browser is opened, and one line says where the page is")
  func noTerminal() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("1.html").path
      let result = try LabProcess.run("lesson", "1", "--export", file, "--open")
      #expect(result.status == 0)
      #expect(
        result.errors
          == "lab: no browser was opened, because standard output is no terminal. Open \(file) in one "
          + "yourself\n")
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test("A file that is no page is refused before anything runs")
  func refused() throws {
    let result = try LabProcess.run("lesson", "3", "--open", "--export", "/tmp/x.svg")
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("'--open'"))
  }
}
