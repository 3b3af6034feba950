import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// Each test that comes to rest has its own process, because a bench watches all threads of one.
  @Suite("A bench that settles", .serialized, .repeatable)
  struct SettlingTests {
    @Test("writes down how each operation stands, and where")
    func settled() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(
            recorder: Recorder(), gateDeadline: longEnough, policy: .subject(silence: .zero))
          let queue = bench.queue("q")
          queue.isSuspended = true
          queue.addOperation(bench.block("queued"))
          _ = bench.block("free")
          demand(bench.settle(), "it is at rest")
          let looks = bench.recorder.trace().events.filter { $0.kind == .settled }
          demand(
            looks.map(\.account) == [
              "queued: at rest, in q (ready)", "free: at rest, in no queue (ready)",
            ], "\(looks)")
          demand(looks.map(\.fact) == [.place(queue: "q"), .place(queue: nil)], "\(looks)")
        }
      }
    }

    @Test("writes nothing down that may still change, when the deadline comes first")
    func deadline() async throws {
      let bench = Bench(
        recorder: Recorder(), gateDeadline: longEnough, policy: .subject(silence: longEnough))
      _ = bench.block("free")
      bench.waitingThreads.beginWork()
      let snapshot = try await elsewhere { bench.settledSnapshot(deadline: .milliseconds(1)) }
      #expect(snapshot.ending == .deadline)
      #expect(snapshot.operations.map(\.name) == ["free"])
      #expect(bench.recorder.trace().events.isEmpty)
    }

    @Test("gives up at its deadline, undecided, when an operation's getter never returns")
    func spinningGetter() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let hasReturned = Latch()
          _ = Platform.detachHelperThread {
            let bench = Bench(patience: .milliseconds(1))
            bench.watch(Spinning()).name = "spinning"
            demand(!bench.settle(deadline: .milliseconds(100)), "nothing is decided")
            let check = "\(bench.check(.never(.began("spinning"))))"
            demand(check.hasPrefix("undecided: "), check)
            demand(check.contains("look at its getters"), check)
            hasReturned.open()
          }
          demand(hasReturned.wait(deadline: .seconds(120)), "it returns")
        }
      }
    }

    /// BROKEN ON PURPOSE: never says whether it is ready.
    private final class Spinning: Operation, @unchecked Sendable {
      override var isReady: Bool {
        while true { sched_yield() }
      }
    }

    @Test("knows of everything that it was given to do elsewhere, until it is done")
    func pendingWork() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(
            recorder: Recorder(), gateDeadline: longEnough, policy: .subject(silence: .zero))
          let mayEnd = Latch()
          let worker = bench.worker()
          bench.elsewhere { _ = mayEnd.wait(deadline: longEnough) }
          worker.async { _ = mayEnd.wait(deadline: longEnough) }
          demand(bench.waitingThreads.pendingWork == 2, "both are known")
          mayEnd.open()
          demand(bench.settle(), "it is at rest")
          demand(bench.waitingThreads.pendingWork == 0, "both are done")
        }
      }
    }

    @Test("says that an operation to be released never answers whether it has finished")
    func neverAnswers() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(
            recorder: Recorder(), gateDeadline: longEnough, policy: .subject(silence: .zero))
          let operation = bench.watch(NeverAnswering(), weakly: true)
          let hasSettled = Latch()
          Thread.detachNewThread {
            let isBlocked = bench.settledSnapshot().isProgramBlocked
            demand(isBlocked && operation.isAsynchronous, "it says so")
            hasSettled.open()
          }
          demand(hasSettled.wait(deadline: .seconds(60)), "it settles")
        }
      }
    }
  }

  /// BROKEN ON PURPOSE: as if it waited for a lock that is never released.
  private final class NeverAnswering: Operation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { while true { Platform.parkThread() } }
  }
#endif
