import Foundation
import OperationBench
import Testing

@testable import LabKit

@Suite("A harmful program of a learner", .longPlan, .repeatable, .elsewhere)
struct HostileProgramTests {
  private struct Deed: CustomTestStringConvertible, Sendable {
    let name: String
    let body: String
    /// Part of the message to the learner.
    let told: String
    var testDescription: String { name }
  }

  private static let deeds = [
    Deed(name: "traps", body: "fatalError(\"no network\")", told: "no network"),
    Deed(
      name: "hangs", body: "DispatchSemaphore(value: 0).wait()", told: "does not call begin"),
    Deed(name: "loops", body: "while true {}", told: "still busy"),
    Deed(name: "exits", body: "exit(0)", told: "ended its own process"),
    Deed(
      name: "prints a megabyte",
      body: "for _ in 0..<20_000 { print(String(repeating: \"x\", count: 60)) }",
      told: "still false"
    ),
    Deed(
      name: "starts a hundred threads",
      body: "for _ in 0..<100 { Thread.detachNewThread { DispatchSemaphore(value: 0).wait() } }",
      told: "still false"),
    Deed(
      name: "removes the folder that it runs in",
      body: "try? FileManager.default.removeItem(atPath: FileManager.default.currentDirectoryPath)",
      told: "removed the folder"),
  ]

  @Test("gets a message that names the harm, and lab continues", arguments: deeds)
  private func isTold(_ deed: Deed) throws {
    let learner = try LearnerFolder()
    let grade = try learner.verify(Self.source(deed.body), "--timeout", "1")
    #expect(grade.compiled && !grade.passed)
    #expect(grade.message.contains(deed.told), "\(grade.message)")
    #expect(FileManager.default.fileExists(atPath: learner.file.path))
  }

  /// The rules of `lab check` use the same program as the scenes.
  @Test("finds nothing else in its working folder, also in a trial of a rule")
  func runsInItsOwnFolder() throws {
    let learner = try LearnerFolder()
    let foreign = learner.folder.appendingPathComponent("foreign")
    let source = try learner.text("solution").replacingOccurrences(
      of: "override func start() {",
      with: """
        override func start() {
          let here = FileManager.default
          let all = (try? here.contentsOfDirectory(atPath: here.currentDirectoryPath)) ?? []
          if all.count != 1 { here.createFile(atPath: "\(foreign.path)", contents: nil) }
        """)
    let grade = try learner.verify(source)
    #expect(grade.passed, "\(grade.message)")
    #expect(!FileManager.default.fileExists(atPath: foreign.path))
  }

  @Test("gets the line of a trap, also of one in the system's code")
  func tellsLine() throws {
    let learner = try LearnerFolder()
    for (body, told) in [
      ("let none: Int? = nil; _ = none!", "found nil"), ("_ = [Int]()[1]", "out of range"),
    ] {
      let grade = try learner.verify(Self.source(body), "--timeout", "8")
      #expect(grade.message.contains("Exercise.swift:7"), "\(grade.message)")
      #expect(grade.message.contains(told), "\(grade.message)")
    }
  }

  @Test("gets the line of a trap that many threads make at once")
  func tellsLineOfMany() throws {
    let learner = try LearnerFolder()
    let body = """
      let none: [Int?] = [nil]
          for _ in 0..<50 { Thread.detachNewThread { _ = none[0]! } }
          Thread.sleep(forTimeInterval: 5)
      """
    let grade = try learner.verify(Self.source(body), "--timeout", "8")
    #expect(grade.message.contains("Exercise.swift:8"), "\(grade.message)")
  }

  @Test("gets its file back after removing it")
  func restoresFile() throws {
    let learner = try LearnerFolder()
    let source = Self.source("try? FileManager.default.removeItem(atPath: #filePath)")
    _ = try learner.verify(source)
    #expect(try String(contentsOf: learner.file, encoding: .utf8) == source)
  }

  @Test("cannot pass by recording its own events")
  func cannotForge() throws {
    let learner = try LearnerFolder()
    let forging = """
      let bench = Bench()
          for name in ["download", "transfer", "next"] { bench.log(name).during {} }
          begin {}
      """
    let grade = try learner.verify("import OperationTesting\n" + Self.source(forging))
    // The file's bench has its own trace. It cannot reach the scene's trace.
    #expect(grade.compiled && !grade.passed)
    #expect(grade.claims.first { $0.id == "reports" }?.verdict != .confirmed)
  }

  private static func source(_ body: String) -> String {
    """
    import Foundation

    final class Download: Operation, @unchecked Sendable {
      private let begin: (@escaping () -> Void) -> Void
      init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
      override func start() {
        \(body)
        begin {}
      }
    }
    """
  }
}
