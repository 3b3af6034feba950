import Foundation
import Testing

@testable import LabKit

/// The commands that the pages for visitors name, and `Tests/commands.txt`, which says what runs each.
@Suite("The commands that the pages name", .longPlan, .repeatable, .elsewhere)
struct NamedCommandsTests {
  private static let pages = ["README.md", "Lessons/ci.md", "CONTRIBUTING.md"]

  private static func text(_ path: String) throws -> String {
    try String(
      contentsOf: LabProcess.checkout.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of shell blocks, the steps of workflows, and what stands between backticks elsewhere.
  private static func commands(in page: String) -> [String] {
    let shell = page.matches(of: /(?ms)^```(?:sh|yaml)\n(.*?)^```$/).flatMap { block in
      let lines = block.output.1.replacing(/\\\n */, with: "").split(separator: "\n")
      return lines.map { line in
        String(line).replacing(/^ *(- run: )?/, with: "").replacing(/(^|\s+)#.*/, with: "")
      }.filter { $0.contains(/(^|[\s\/])(swift|swiftly|lab|docker|curl|Scripts\/\S+)\s/) }
    }
    let prose = page.replacing(/(?ms)^```.*?^```$/, with: "")
    let spans = prose.matches(of: /`([^`]+)`/).map { String($0.output.1) }.filter {
      $0.contains(/^([A-Z]+=\S+ )*(swift (run|test|package)|lab |Scripts\/|\.ci\/run)/)
    }
    return shell
      + spans.filter { span in
        let folder = LabProcess.checkout.appendingPathComponent(span)
        return !folder.resolvingSymlinksInPath().hasDirectoryPath
      }
  }

  /// The rows of the list: a command, and what runs it.
  private static func rows() throws -> [(command: String, how: String, words: String)] {
    try text("Tests/commands.txt").matches(of: /(?m)^(\S.*)\n  (\S+)(?: (.+))?$/).dropFirst().map {
      (String($0.output.1), String($0.output.2), $0.output.3.map(String.init) ?? "")
    }
  }

  @Test("are in the list, and nothing else is")
  func areListed() throws {
    let named = Set(try Self.pages.flatMap { Self.commands(in: try Self.text($0)) })
    let listed = try Self.rows().map(\.command)
    #expect(named.count > 70 && Set(listed).count == listed.count)
    #expect(named.subtracting(listed).sorted() == [], "say in Tests/commands.txt what runs these")
    #expect(Set(listed).subtracting(named).sorted() == [], "no page names these")
  }

  @Test("are run by what the list names")
  func areRun() throws {
    let script = try Self.text(".ci/run")
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: LabProcess.checkout.appendingPathComponent("Tests").path
    ).filter { $0.hasSuffix("Tests.swift") }.map { try Self.text("Tests/\($0)") }
    for (command, how, words) in try Self.rows() {
      switch how {
      case "runs": #expect(Int32(words) != nil, "\(command)")
      case "not": #expect(words.count > 20, "\(command)")
      case ".ci/run": #expect(script.contains("\(words)"), "\(command)")
      case "filter":
        let filter = try #require(command.split(separator: " ").last)
        #expect(sources.contains { $0.contains("\nstruct \(filter)") }, "\(command)")
      default:
        let parts = words.split(separator: ".")
        let source = sources.first { $0.contains("\nstruct \(parts[0]) {") } ?? ""
        let others: Set<Substring> = ["swift", "run", "package", "lab", "…"]
        let word = try #require(
          command.split(whereSeparator: " /".contains).first {
            !others.contains($0) && $0 != "Scripts"
          })
        #expect(how == "test" && source.contains("func \(parts[1])("), "\(command)")
        #expect(source.contains(word), "\(command): \(parts[0]) has no '\(word)'")
      }
    }
  }

  @Test("end with the status that the list says")
  func run() throws {
    try withFolder { folder in
      try """
      import Foundation

      final class MyOperation: Operation, @unchecked Sendable {
        private let work: () -> Void
        init(work: @escaping () -> Void) { self.work = work }
        override func main() { work() }
      }
      """.write(
        to: folder.appendingPathComponent("MyOperation.swift"), atomically: true, encoding: .utf8)
      for (command, how, words) in try Self.rows() where how == "runs" {
        let line = command.replacing(/^(swift run )?lab/, with: "\"$LAB\"")
          .replacing("\"$LAB\"docs", with: "\"${LAB}docs\"")
        let result = try LabProcess.shell(
          "cd '\(folder.path)' && \(line)", environment: ["XDG_STATE_HOME": folder.path])
        #expect("\(result.status)" == words, "\(command): \(result.output)\(result.errors)")
      }
    }
  }

  @Test("explain themselves with --help, if they are scripts")
  func help() throws {
    let scripts = try Self.rows().compactMap {
      $0.command.prefixMatch(of: /Scripts\/[a-z-]+/)?.output
    }
    for script in Set(scripts) {
      let path = LabProcess.checkout.appendingPathComponent(String(script)).path
      let result = try LabProcess.shell("'\(path)' --help")
      #expect(result.status == 0 && result.output.contains("\(script)"), "\(script)")
    }
  }

  @Test("write the reports of all tests where the page for servers says")
  func reports() throws {
    let line = try #require(
      Self.commands(in: Self.text("Lessons/ci.md")).first { $0.contains("--xunit-output") })
    try withFolder { folder in
      let sources = folder.appendingPathComponent("Tests/AppTests")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(name: "App", targets: [.testTarget(name: "AppTests")])
      """.write(
        to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
      try """
      import Testing
      import XCTest

      @Test func newTest() {}
      final class OldTests: XCTestCase { func testOld() {} }
      """.write(
        to: sources.appendingPathComponent("AppTests.swift"), atomically: true, encoding: .utf8)
      let result = try LabProcess.shell("cd '\(folder.path)' && mkdir -p reports && \(line)")
      #expect(result.status == 0, "\(result.errors)")
      let page = try Self.text("Lessons/ci.md")
      for (report, test) in [("tests.xml", "testOld"), ("tests-swift-testing.xml", "newTest")] {
        let file = folder.appendingPathComponent("reports/\(report)")
        #expect(try String(contentsOf: file, encoding: .utf8).contains(test))
        #expect(page.contains(report))
      }
    }
  }
}
