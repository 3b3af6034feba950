import Foundation
import OperationLab
import Testing

/// What a lesson finds out must not depend on how many threads Dispatch has to begin with.
///
/// `OPERATIONLAB_POOL` stands for the number of cores here: with one, the first body that waits
/// keeps the only thread, and the next comes a second later.
@Suite("A lesson with a pool of one thread", .elsewhereFirst)
struct OneCoreTests {
  private static let one = ["OPERATIONLAB_POOL": "1"]

  /// Those that got other verdicts when the pool's pause was taken for rest.
  @Test("gets the verdicts of any other pool", arguments: ["4", "6", "8", "17"])
  func sameVerdicts(_ lesson: String) throws {
    let result = try LabProcess.run("lesson", lesson, environment: Self.one)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("waits for the next thread as Dispatch does", .enabled(if: Platform.current == .linux))
  func poolSize() throws {
    var times: [Duration] = []
    // Once a second it looks whether all threads are blocked; now and then that is soon.
    while times.count < 5, times.allSatisfy({ $0 < .milliseconds(900) }) {
      let start = ContinuousClock.now
      let result = try LabProcess.run("lesson", "6", environment: Self.one)
      times.append(ContinuousClock.now - start)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
    #expect(
      times.contains { $0 > .milliseconds(900) },
      "the pool has more than the one thread it was told: \(times)")
  }
}
