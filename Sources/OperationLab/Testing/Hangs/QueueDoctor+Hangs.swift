import Foundation
import OperationBench
import OperationDoctor
import OperationLab

extension QueueDoctor {
  /// What is thrown in place of a hang: why the operations of the doctor's queues do not run.
  public struct Hang: Error, CustomStringConvertible {
    /// The report, and after what time it was made.
    public let description: String
  }

  /// Does the body, and throws ``Hang`` if it takes longer than that. So a test fails with the report
  /// where it would hang, in XCTest, in Swift Testing or in any other tool, and the next test begins.
  ///
  /// The body runs on a thread of its own. On the main thread, such as in XCTest, the call serves the main
  /// queue meanwhile, unless it is itself in a block of that queue or isolated to the main actor. After a
  /// hang, the body and its thread are left as they are. Whatever the body does later, it does while other
  /// tests run.
  ///
  /// - Parameters:
  ///   - time: how long the body may take.
  ///   - body: its result and its error are passed on.
  @discardableResult
  public func explainingHang<Value: Sendable>(
    after time: Duration, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    try MainQueue.serve {
      let outcome = Outcome<Value>()
      let hasThread = Platform.detachThread { outcome.set(Result(catching: body)) }
      return hasThread ? outcome.wait(for: time, self) : .failure(Shortage.threads)
    }.get()
  }

  /// The same with a body that waits as a task does. Its task is cancelled after a hang.
  ///
  /// What is isolated to no actor runs on threads of its own, so that a body which blocks its thread
  /// takes none from other tests.
  @discardableResult
  public func explainingHang<Value: Sendable>(
    after time: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let outcome = Outcome<Value>()
    let task = Task(executorPreference: ThreadForEachJob()) {
      do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let hasThread = Platform.detachThread {
          let result = outcome.wait(for: time, self)
          task.cancel()
          continuation.resume(with: result)
        }
        if !hasThread { continuation.resume(throwing: Shortage.threads) }
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// How a body ended, on another thread.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Locked<Result<Value, any Error>?>(nil)
  private let isSet = Latch()

  func set(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    isSet.open()
  }

  func wait(for time: Duration, _ doctor: QueueDoctor) -> Result<Value, any Error> {
    _ = isSet.wait(deadline: time)
    if let result = result.withLock({ $0 }) { return result }
    let words = "After \(time.inTenths) it has not returned:\n\(doctor.report())"
    return .failure(QueueDoctor.Hang(description: words))
  }
}

/// Gives each job of a task a new thread. A pool would have none left once some jobs block.
private final class ThreadForEachJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    if !Platform.detachThread(run) { DispatchQueue.global().async(execute: run) }
  }
}
