import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A bench that settles", .repeatable)
struct SettlingTests {
  @Test("writes down how each operation stands, and where")
  func settled() async throws {
    let bench = Self.bench(silence: .zero)
    let queue = bench.queue("q")
    queue.isSuspended = true
    queue.addOperation(bench.block("queued"))
    _ = bench.block("free")
    let snapshot = try await elsewhere { bench.settle() }
    #expect(snapshot.ending == .quiet)
    let told = bench.recorder.trace().events.filter { $0.kind == .settled }
    #expect(
      told.map(\.account) == [
        "queued: at rest, in q (ready)", "free: at rest, in no queue (ready)",
      ])
    queue.cancelAllOperations()
    queue.isSuspended = false
  }

  @Test("writes nothing down that may still change, when the deadline comes first")
  func deadline() async throws {
    let bench = Self.bench(silence: longEnough)
    _ = bench.block("free")
    bench.watchers.beginErrand()
    let snapshot = try await elsewhere { bench.settle(deadline: .milliseconds(1)) }
    #expect(snapshot.ending == .deadline)
    #expect(snapshot.operations.map(\.name) == ["free"])
    #expect(bench.recorder.trace().events.isEmpty)
  }

  @Test("knows of everything that it was given to do elsewhere, until it is done")
  func errands() async throws {
    let bench = Self.bench(silence: longEnough)
    let (mayEnd, ended) = (Latch(), Latch())
    let worker = bench.worker()
    bench.elsewhere { _ = mayEnd.wait(deadline: longEnough) }
    worker.async { _ = mayEnd.wait(deadline: longEnough) }
    #expect(bench.watchers.errands == 2)
    mayEnd.open()
    worker.async { ended.open() }
    #expect(
      try await elsewhere { ended.wait(deadline: longEnough) && bench.settle().ending == .quiet })
    #expect(bench.watchers.errands == 0)
  }

  private static func bench(silence: Duration) -> Bench {
    Bench(
      recorder: Recorder(), gateDeadline: longEnough,
      policy: .shared(silence: silence, tasks: .alwaysFree))
  }
}
