import OperationLab
import Testing

@testable import OperationBench
@testable import OperationTesting

@Suite("Work that a task waits for", .longPlan, .repeatable)
struct ProbeTests {
  @Test("is given up if the task is cancelled before it is known how")
  func cancelledBetween() async {
    let (taskWait, isGivenUp) = (Probe.TaskWait(), Locked(false))
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { continuation in
        taskWait.wait(with: continuation)
        taskWait.cancel()
        taskWait.onCancel { isGivenUp.withLock { $0 = true } }
      }
    }
    #expect(isGivenUp.withLock { $0 })
  }

  @Test("is not given up once it has ended")
  func ended() async throws {
    let (taskWait, isGivenUp) = (Probe.TaskWait(), Locked(false))
    try await withCheckedThrowingContinuation { continuation in
      taskWait.wait(with: continuation)
      taskWait.end(.success(()))
      taskWait.onCancel { isGivenUp.withLock { $0 = true } }
      taskWait.cancel()
    }
    #expect(!isGivenUp.withLock { $0 })
  }
}
