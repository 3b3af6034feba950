import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationBench
import Testing

/// That `Scripts/typecheck-darwin` can fail: `.ci/run` relies on it.
@Suite(
  "The sources, type-checked for Darwin elsewhere,", .longPlan, .repeatable, .elsewhere,
  .enabled(if: Platform.current == .linux, "there the compiler has Apple's own headers"))
struct DarwinTypeCheckTests {
  private static let wrong = [
    // The doctor, as iOS would compile it.
    (
      "Sources/OperationLab/Doctor/QueueDoctor.swift", "import Foundation",
      "import Foundation\nlet process = Process()"
    ),
    (
      "Sources/OperationLab/Bench/Platform/Platform+Darwin.swift", "thread_flavor_t(flavor)",
      "flavor"
    ),
  ]

  @Test("do not compile where the platform lacks something", arguments: wrong)
  func findsWrongSource(_ file: String, _ right: String, _ wrong: String) throws {
    let source = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent(file), encoding: .utf8)
    try #require(source.contains(right))
    let copy = try Fixture(source.replacing(right, with: wrong), named: "Wrong.swift")
    let result = try typeCheck([file, copy.path])
    #expect(result.ending == .exited(1))
    #expect(result.errorText.contains("/\(file):"), "\(result.errorText)")
  }

  private func typeCheck(_ files: [String]) throws -> ChildProcess.Result {
    try ChildProcess(
      executable: LabProcess.checkout.appendingPathComponent("Scripts/typecheck-darwin"),
      arguments: files
    ).run(deadline: .seconds(300))
  }
}
