import OperationLab
import Testing

@testable import OperationTesting

@Suite("Work that a task waits for", .repeatable)
struct ProbeTests {
  @Test("is given up if the task is cancelled before it is known how")
  func cancelledBetween() async {
    let (errand, isGivenUp) = (Probe.Errand(), Locked(false))
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { continuation in
        errand.wait(with: continuation)
        errand.cancel()
        errand.onCancel { isGivenUp.withLock { $0 = true } }
      }
    }
    #expect(isGivenUp.withLock { $0 })
  }

  @Test("is not given up once it has ended")
  func ended() async throws {
    let (errand, isGivenUp) = (Probe.Errand(), Locked(false))
    try await withCheckedThrowingContinuation { continuation in
      errand.wait(with: continuation)
      errand.end(.success(()))
      errand.onCancel { isGivenUp.withLock { $0 = true } }
      errand.cancel()
    }
    #expect(!isGivenUp.withLock { $0 })
  }
}
