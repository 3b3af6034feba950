import Foundation
import OperationCourse
import OperationBench
import OperationLab
import Testing

@Suite("A page on which the reader is the scheduler", .longPlan, .repeatable, .elsewhere)
struct BoardTests {
  @Test("holds what the same orders do when they are run again")
  func replays() throws {
    try PlayedPage(lesson: 6, program: "width-1").replay()
  }

  @Test(
    "is written for one program only, as a page",
    arguments: [
      (["explore", "6", "--export", "/tmp/x.html"], "--program"),
      (["explore", "6", "--program", "width-1", "--export", "/tmp/x.svg"], ".html"),
    ])
  func refuses(_ words: [String], _ cause: String) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.output.isEmpty && result.errors.contains(cause), "\(result.errors)")
  }
}

/// What `lab explore --export` writes about a program, read as the page's script reads it.
struct PlayedPage {
  let lesson: Int
  let tree: Tree

  struct Tree: Decodable {
    let program: String
    let isComplete: Bool
    let steps: [Event]
    let paths: [[[Int]]]
  }

  private struct Content: Decodable {
    struct Board: Decodable { let tree: Tree }

    let boards: [Board]
  }

  init(lesson: Int, program: String) throws {
    self.lesson = lesson
    var content: Content?
    try withFolder { folder in
      let file = folder.appendingPathComponent("page.html")
      let result = try LabProcess.run(
        "explore", "\(lesson)", "--program", program, "--time", "300", "--export", file.path)
      try #require(result.status == 0, "\(result.errors)")
      let html = try String(contentsOf: file, encoding: .utf8)
      #expect(html.utf8.count <= 260_000)
      let match = try #require(
        html.firstMatch(of: /<script type="application\/json" id="trace">([^<]*)<\/script>/))
      content = try JSONDecoder().decode(Content.self, from: Data(match.1.utf8))
    }
    tree = try #require(content?.boards.first?.tree)
  }

  /// The events of each path.
  var paths: [[Event]] {
    var steps: [Int] = []
    return tree.paths.map { path in
      steps = Array(steps.prefix(path[0][0])) + path[1]
      return steps.map { tree.steps[$0] }
    }
  }

  /// Runs ten of the orders again, and compares every event.
  func replay() throws {
    let paths = paths
    #expect(tree.isComplete && Set(paths.map { $0.map(\.thread) }).count == paths.count)
    let count = min(10, paths.count)
    for path in (0..<count).map({ paths[$0 * paths.count / count] }) {
      let order = path.map(\.thread).joined(separator: ",")
      let result = try LabProcess.run(
        "lesson", "\(lesson)", "--program", tree.program, "--order", order, "--json")
      try #require([0, 1].contains(result.status), "\(result.errors)")
      let report = try JSONDecoder().decode(
        LessonReport.JSON.self, from: Data(result.output.utf8))
      let events = report.programs[0].events.events.filter { $0.kind != .settled }
      #expect(events.map(\.asStep) == path, "\(order)")
    }
  }
}
