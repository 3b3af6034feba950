import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("Serving the main queue", .repeatable)
struct MainQueueTests {
  @Test("gives up when the run loop comes back again and again and leaves it alone")
  func givesUp() async throws {
    let isServed = await MainActor.run {
      // As within a block of the main queue on macOS: the block must return first.
      MainQueue.serve(patience: .milliseconds(1)) { Platform.yieldThread() }
    }
    #expect(!isServed)
  }
}
