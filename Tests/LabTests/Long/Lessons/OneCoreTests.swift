import Foundation
import Testing

/// What a lesson finds out must not depend on how many threads Dispatch has to begin with.
///
/// On one core, the first body that waits keeps the only thread of the pool, and Dispatch adds the
/// next one a second later.
@Suite(
  "A lesson on one core", .repeatable, .elsewhereFirst,
  .enabled(if: taskset != nil, "there is no taskset, which confines a process"))
struct OneCoreTests {
  /// Those that got other verdicts when the pool's pause was taken for rest.
  @Test("gets the same verdicts", arguments: ["4", "6", "8", "17"])
  func sameVerdicts(_ lesson: String) throws {
    let taskset = try #require(taskset)
    // A crowded machine can leave a statement undecided, which `lab` takes for a failure.
    var results: [LabProcess.Result] = []
    repeat {
      results.append(
        try LabProcess.shell("exec \(taskset) -c 0 \"$LAB\" lesson \(lesson)"))
    } while results.last?.status != 0 && results.count < 3
      && results.last?.output.contains("undecided") == true
    #expect(results.last?.status == 0, "\(results)")
  }
}

private let taskset = ["/usr/bin/taskset", "/bin/taskset"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}
