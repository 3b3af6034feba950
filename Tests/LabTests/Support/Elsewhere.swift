import Foundation
import Synchronization
import Testing

/// Runs each test on a thread of its own, when it is its turn.
///
/// Swift's pool has a thread for each core: a test that mostly waits for a child process would keep
/// one of them from all others.
struct ElsewhereTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OwnThreads.all) { try await function() }
  }
}

extension Trait where Self == ElsewhereTrait {
  /// For what mostly waits for child processes.
  static var elsewhere: Self { Self() }
}

/// So many threads, which take the steps of tests in the order in which they come: a child process
/// that hangs leaves a core idle.
private final class OwnThreads: TaskExecutor {
  static let all = OwnThreads(count: 10)
  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while true {
          waiting.wait()
          jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }
}
