import Foundation
import OperationCourse
import Testing

@testable import LabShared

/// The solutions, by chance and often. The scenes run them in chosen orders.
@Suite("A solution keeps its task when two threads meet", .repeatable, .elsewhere)
struct SolutionRoundsTests {
  /// What the main program prints if all is right.
  private static let right = "right"

  @Test(
    "a thousand rounds of start() and cancel() from two threads all finish",
    arguments: [
      ("10.3", "Download(begin: { _ in }, deliver: { _ in })"),
      ("12", "Download(begin: { _ in })"),
      ("18", "Download(connect: { _ in {} })"),
    ])
  func cancelled(_ id: String, _ make: String) throws {
    let main = """
      import Foundation

      func isFinished() -> Bool {
        let download = \(make)
        let both = DispatchGroup()
        for body in [{ download.start() }, { download.cancel() }] {
          both.enter()
          Thread.detachNewThread {
            body()
            both.leave()
          }
        }
        return both.wait(timeout: .now() + 20) == .success && download.isFinished
      }
      let lost = (1...1000).count { _ in !isFinished() }
      print(lost == 0 ? "\(Self.right)" : "\\(lost) are not finished")
      """
    let folder = try TemporaryFolder()
    let exercise = try #require(Exercises.find(id))
    let solution = try ExerciseSource(exercise: exercise).solution()
    for (name, text) in [("Solution.swift", solution), ("main.swift", main)] {
      let file = folder.url.appendingPathComponent(name)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    let result = try LabProcess.shell(
      "cd '\(folder.url.path)' && swiftc -swift-version 5 -suppress-warnings *.swift -o it && ./it")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == Self.right)
  }
}
