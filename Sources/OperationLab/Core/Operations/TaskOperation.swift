import Foundation

/// An operation whose work is `async throws`: a task does it, and no thread is blocked while the
/// task waits.
///
/// ```swift
/// let fetch = TaskOperation { try await URLSession.shared.data(from: url).0 }
/// let show = BlockOperation {
///   if let result = fetch.result { print(result) }
/// }
/// show.addDependency(fetch)
/// queue.addOperation(fetch)
/// queue.addOperation(show)
/// let data = try await fetch.value
/// ```
///
/// On Linux, `addOperations(_:waitUntilFinished:)` cannot be called in `async` code, even if it does
/// not wait. Call `addOperation(_:)` for each operation, as here.
///
/// The rules it keeps, besides those of ``AsyncOperation``:
/// - The operation finishes when its task has ended, and not before (lesson 22, claim A16e).
/// - `cancel()` cancels the task. A task notices this only if it looks, so the operation keeps its
///   place in the queue until the task has ended (lesson 22, claim A16h).
/// - If `cancel()` comes before the task calls the closure, the work never begins. The documentation of
///   `Operation` asks for this check in "Responding to the Cancel Command". A closure with an actor of its
///   own, such as `@MainActor`, is called before it waits for that actor.
/// - The work runs on Swift's pool of threads, also if the main queue starts the operation. Mark the
///   closure with `@MainActor` if it must run on the main actor. On Linux that is not the main thread
///   if `main` is `async` (lesson 22, claim A16l).
/// - The work has no calling task. So it has no task-locals: give the closure the values it needs. Its
///   priority comes from the operation's `qualityOfService` when it starts: `userInteractive` and
///   `userInitiated` give `high`, `utility` and `background` give their like, and `default` gives
///   `medium`. The `qualityOfService` of the queue does not count. Work that `run` does in a queue
///   has what its caller has.
/// - The closure is released before the operation is finished, or when it is cancelled before.
public final class TaskOperation<Value: Sendable>: AsyncOperation, @unchecked Sendable {
  private enum Stage {
    case waiting
    case running(Task<Void, Never>)
    case over(Result<Value, any Error>)

    var isWaiting: Bool { if case .waiting = self { true } else { false } }
  }

  private let lock = NSLock()
  /// Guarded by `lock`, as are `body` and `waiters`. Only moves forward.
  private var stage = Stage.waiting
  private var body: (@Sendable () async throws -> Value)?
  /// Open when there is a result.
  private var waiters: [TaskLatch] = []

  /// An operation that has not been started.
  ///
  /// - Parameter body: the work. It runs once at most, on a thread of Swift's pool unless it has an actor of
  ///   its own. If the operation is cancelled, `Task.isCancelled` becomes true in it.
  public init(_ body: @escaping @Sendable () async throws -> Value) {
    self.body = body
    super.init()
  }

  /// What the work returned or threw. You can read it on any thread.
  ///
  /// `nil` until the work has ended. If the operation was cancelled before its work began, this is a
  /// `CancellationError`, even if the operation is never started, and so never finishes.
  public var result: Result<Value, any Error>? {
    lock.withLock {
      if case .over(let result) = stage { result } else { nil }
    }
  }

  /// What the work returned. Suspends the calling task until the work has ended.
  ///
  /// If the operation was cancelled before its work began, this throws a `CancellationError`, even if
  /// the operation is never started.
  ///
  /// - Throws: what the work threw, or `CancellationError` when the calling task is cancelled first.
  ///   That does not cancel this operation.
  public var value: Value {
    get async throws {
      let latch = TaskLatch()
      let hasEnded = lock.withLock {
        if case .over = stage { return true }
        waiters.append(latch)
        return false
      }
      if !hasEnded {
        await withTaskCancellationHandler {
          await latch.wait()
        } onCancel: {
          latch.open()
        }
      }
      guard let result else {
        lock.withLock { waiters.removeAll { $0 === latch } }
        throw CancellationError()
      }
      return try result.get()
    }
  }

  /// Begins the task. `start()` calls it.
  public override func work() {
    lock.withLock {
      // A cancelled operation has ended already.
      guard stage.isWaiting else { return }
      // Detached: a thread that starts it by hand may be in a task, whose values mean nothing here.
      stage = .running(
        Task.detached(priority: qualityOfService.taskPriority) {
          self.end(with: await self.outcome())
        })
    }
  }

  /// Cancels the operation and its task. You can call it on any thread.
  public override func cancel() {
    // First of all, because Foundation ignores it once the operation is finished.
    super.cancel()
    finish()
    // Not under the lock: handlers of the task's cancellation run inside this call.
    if case .running(let task) = lock.withLock({ stage }) { task.cancel() }
  }

  /// Ends an operation whose work has not begun: ``result`` is a `CancellationError`. Later calls do nothing,
  /// because the end of the task finishes the operation.
  public override func finish() { end(with: .failure(CancellationError()), ifWaiting: true) }

  /// Does the work. Nothing holds it any more when this returns.
  private func outcome() async -> Result<Value, any Error> {
    // Asked here, because a task may take its first step long after it was made.
    guard let body = takeBody(), !isCancelled else { return .failure(CancellationError()) }
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Not to be released under the lock: what it holds may use the operation as it goes.
  private func takeBody() -> (@Sendable () async throws -> Value)? {
    lock.withLock {
      defer { body = nil }
      return body
    }
  }

  /// Keeps the result and finishes. With `ifWaiting`, only if the work has not begun.
  private func end(with result: Result<Value, any Error>, ifWaiting: Bool = false) {
    let latches: [TaskLatch]? = lock.withLock {
      guard stage.isWaiting || !ifWaiting else { return nil }
      stage = .over(result)
      defer { waiters = [] }
      return waiters
    }
    guard let latches else { return }
    _ = takeBody()
    super.finish()
    latches.forEach { $0.open() }
  }
}

extension QualityOfService {
  /// The priority of a task that does such work. `nil` is that of a task without one.
  fileprivate var taskPriority: TaskPriority? {
    switch self {
    case .userInteractive, .userInitiated: .high
    case .utility: .utility
    case .background: .background
    default: nil
    }
  }
}
