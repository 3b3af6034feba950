import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting
import Testing

/// The sources as macOS would compile them, against the declarations in `Tests/DarwinHeaders`: here
/// single files, all of them in `.ci/run`.
@Suite(
  "The sources, type-checked for Darwin elsewhere,", .elsewhere,
  .enabled(if: Platform.current == .linux, "there the compiler has Apple's own headers"))
struct DarwinTypeCheckTests {
  private static let darwin = "Sources/OperationLab/Testing/Platform/Platform+Darwin.swift"
  private static let router = "Sources/OperationLab/Downloads/Transfer/TransferRouter.swift"
  private static let queue = "Sources/OperationLab/Testing/Bench/Traced/TracedQueue.swift"
  private static let lesson =
    "Sources/OperationLab/Course/Lessons/18-file-download/Lesson18.Operations.swift"
  private static let folder = "Sources/OperationLab/Downloads/Disk/SafeFolder.swift"

  private static let wrong = [
    (darwin, "willChangeValue(forKey key: String)", "willChangeValue(forKey key: Substring)"),
    (darwin, "thread_flavor_t(flavor)", "flavor"), (darwin, "EV_CLEAR", "EV_EDGE"),
    (darwin, "var thread: pthread_t?", "var thread = pthread_t()"),
    (darwin, "@preconcurrency import Darwin", "import Darwin"),
    (router, "didCompleteWithError error: Error?", "didCompleteWithError error: Error"),
    (router, "didReceive data: Data", "didReceive bytes: Data"),
    (router, "URLSession.ResponseDisposition)", "Int)"),
    (queue, "waitUntilFinished wait: Bool)", "waitUntilFinished wait: Bool?)"),
    (lesson, "didReceive data: Data", "didReceive data: Data?"),
    (folder, "AT_SYMLINK_NOFOLLOW", "AT_NO_AUTOMOUNT"),
  ]

  @Test("compile")
  func compiles() throws {
    let result = try typeCheck([Self.darwin, Self.darwin])
    #expect(result.ending == .exited(0), "\(result.errorText)")
  }

  @Test(
    "do not compile with a wrong signature, name or argument",
    arguments: Extent.sample(wrong, oneIn: 8))
  func findsWrongSignatures(_ file: String, _ right: String, _ wrong: String) throws {
    let source = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent(file), encoding: .utf8)
    try #require(source.contains(right))
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wrong-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("Wrong.swift")
    try source.replacing(right, with: wrong).write(to: copy, atomically: true, encoding: .utf8)
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
