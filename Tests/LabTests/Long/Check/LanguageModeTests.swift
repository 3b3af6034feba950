import Foundation
import OperationBench
import Testing

@testable import LabKit

@Suite("The language mode of a check", .longPlan, .repeatable, .elsewhere)
struct LanguageModeTests {
  /// An app in Swift 5 mode goes on where code of the main actor is called on another thread. In Swift 6
  /// mode what stands in DispatchQueue.main.async does not belong to it.
  @Test(
    "decides whether code off its actor ends the process or is remarked on, with its line",
    arguments: ["5", "6"],
    [
      "CountsInATitle.make { probe.run() }", "TellsAView(work: probe.begin)",
      "EndsInAHop(work: probe.begin)",
    ])
  func isolation(_ version: String, _ make: String) throws {
    let result = try check(make, version)
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(" in Swift \(version) mode: "), "\(result.output)")
    let ends = version == "6" && !make.contains("Hop")
    #expect(result.status == (ends ? 1 : 0), "\(result.output)\(result.errors)")
    #expect(words.contains("ended the process with") == ends, "\(result.output)")
    #expect(words.contains("Remark (completes-in-a-queue)") == (version == "5"), "\(result.output)")
    guard ends || version == "5" else { return }
    #expect(words.contains(/BrokenIsolation\.swift:\d+/), "\(result.output)")
    #expect(words.contains(ends ? "@MainActor function" : "the main actor"), "\(result.output)")
  }

  @Test(
    "lets any thread call the probe's work that is made on the main actor", arguments: ["5", "6"])
  func probe(_ version: String) throws {
    let make = "MainActor.assumeIsolated { StepsOperation([{ probe.run() }]) }"
    let result = try check(make, version)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(!result.output.contains("Remark"), "\(result.output)")
  }

  private func check(_ make: String, _ version: String) throws -> LabProcess.Result {
    let files = SubjectFolder.paths(["BrokenIsolation", "SoundLock"])
    return try LabProcess(
      arguments: ["check"] + files + [
        "--make", make, "--swift-version", version, "--rule", "completes-in-a-queue",
      ]
    ).run()
  }

  @Test(
    "is Swift 5 for files, and a field of the JSON", arguments: [[], ["--swift-version", "6"]])
  func json(_ words: [String]) throws {
    let make = ["--make", "Sound(work: probe.begin)", "--rule", "starts-fresh", "--json"]
    let result = try Fixture(Fixture.sound).check(make + words)
    #expect(result.output.contains("\"languageMode\":\"\(words.last ?? "5")\""), "\(result)")
  }

  @Test(
    "is named with the option if the file compiles only in the other one",
    arguments: [
      ("static var count = 0", ["--swift-version", "6"], "5"), ("let digits = /[0-9]/", [], "6"),
    ])
  func other(_ member: String, _ words: [String], _ mode: String) throws {
    let fixture = try Fixture(
      "import Foundation\nfinal class A: Operation, @unchecked Sendable { \(member) }")
    let hint = "lab: it compiles in Swift \(mode) mode: add '--swift-version \(mode)'\n"
    for make in [["--make", "A()"], []] {
      let result = try fixture.check(make + words)
      #expect(result.status == 65)
      #expect(result.errors.contains(": error: ") && result.errors.contains(hint), "\(result)")
    }
  }

  @Test(
    "gives no warning about what is compiled beside the files", arguments: LanguageMode.allCases)
  func generated(_ mode: LanguageMode) throws {
    let compiler = try SubjectCompiler(beside: LabProcess.executable)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let make = "MainActor.assumeIsolated { BlockOperation { probe.run() } }"
    let files = [
      "Driver.swift": Driver(expression: make, modules: []).source,
      "Points.swift": ShadowFile.points.source,
    ].map { (folder.url.appendingPathComponent($0), $1) }
    for (file, source) in files { try source.write(to: file, atomically: true, encoding: .utf8) }
    let options = ["-parse-as-library", "-warnings-as-errors", "-I", compiler.kit.modules]
    let result = try ChildProcess(
      executable: compiler.swiftc,
      arguments: ["-typecheck"] + mode.arguments(checksIsolation: true) + options
        + files.map(\.0.path),
      environment: Executable.compilerEnvironment
    ).run(deadline: .seconds(600))
    #expect(result.ending == .exited(0), "\(result.errorText)")
  }
}
