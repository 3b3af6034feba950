import Foundation
import Testing

/// What a lesson finds out must not depend on how many threads Dispatch has to begin with.
///
/// On one core, the first body that waits keeps the only thread of the pool, and Dispatch adds the
/// next one a second later.
@Suite(
  "A lesson on one core", .longPlan, .repeatable, .elsewhereFirst,
  .enabled(if: taskset != nil, "there is no taskset, which confines a process"))
struct OneCoreTests {
  /// Those that got other verdicts when the pool's pause was taken for rest.
  @Test("gets the same verdicts", arguments: ["4", "6", "8", "17"])
  func sameVerdicts(_ lesson: String) throws {
    let taskset = try #require(taskset)
    let result = try decided(unless: { $0.status != 0 && $0.output.contains("undecided") }) {
      try LabProcess.shell("exec \(taskset) -c 0 \"$LAB\" lesson \(lesson)")
    }
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}

private let taskset = ["/usr/bin/taskset", "/bin/taskset"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}
