import Foundation
import Synchronization
import Testing

/// Runs each test on a thread of its own, when it is its turn.
///
/// Swift's pool has a thread for each core: a test that mostly waits for a child process would keep
/// one of them from all others.
struct ElsewhereTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let threads: OwnThreads
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads, operation: function)
  }
}

extension Trait where Self == ElsewhereTrait {
  /// For what mostly waits for child processes.
  static var elsewhere: Self { Self(threads: .usual) }

  /// The same for what takes long, however many cores there are: it should not be the last to begin.
  static var elsewhereFirst: Self { Self(threads: .early) }
}

/// Threads that take the steps of tests, in the order in which they come.
private final class OwnThreads: TaskExecutor {
  static let usual = OwnThreads(isEarly: false)
  /// Whose steps go before all others.
  static let early = OwnThreads(isEarly: true)

  private typealias Step = @Sendable () -> Void
  private static let steps = Mutex<[Step]>([])
  private static let waiting = DispatchSemaphore(value: 0)
  /// So many: a child process that hangs leaves a core idle.
  private static let crew: Void = {
    for _ in 0..<10 {
      Thread.detachNewThread {
        while true {
          waiting.wait()
          steps.withLock { $0.removeFirst() }()
        }
      }
    }
  }()

  private let isEarly: Bool

  init(isEarly: Bool) { self.isEarly = isEarly }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let step: Step = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    Self.crew
    Self.steps.withLock { isEarly ? $0.insert(step, at: 0) : $0.append(step) }
    Self.waiting.signal()
  }
}
