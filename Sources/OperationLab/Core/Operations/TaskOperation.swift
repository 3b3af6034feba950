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
/// ```
///
/// The rules it keeps, besides those of ``AsyncOperation``:
/// - The operation finishes when its task has ended, and not before (lesson 22, claim A16e).
/// - `cancel()` cancels the task. A task notices this only if it looks, so the operation keeps its
///   place in the queue until the task has ended (lesson 22, claim A16h).
/// - If `cancel()` comes before the work has begun, the work never begins. The documentation of
///   `Operation` asks for this check in "Responding to the Cancel Command".
/// - The work runs on Swift's pool of threads, also if the main queue starts the operation. Mark the
///   closure with `@MainActor` if it must run on the main thread.
/// - The closure is released before the operation is finished, or when it is cancelled before.
public final class TaskOperation<Value: Sendable>: AsyncOperation, @unchecked Sendable {
  private enum Stage {
    case waiting
    case running(Task<Void, Never>)
    case over(Result<Value, any Error>)

    var isWaiting: Bool { if case .waiting = self { true } else { false } }
  }

  private let lock = NSLock()
  /// Guarded by `lock`, as are `body` and `onEnd`. Only moves forward.
  private var stage = Stage.waiting
  private var body: (@Sendable () async throws -> Value)?
  private var onEnd: (@Sendable (Result<Value, any Error>) -> Void)?

  /// An operation that has not been started.
  ///
  /// - Parameter body: the work. If the operation is cancelled, `Task.isCancelled` becomes true in it.
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

  /// Begins the task. `start()` calls it.
  public override func work() {
    lock.withLock {
      // A cancelled operation has ended already.
      guard stage.isWaiting else { return }
      stage = .running(Task { end(with: await outcome()) })
    }
  }

  /// Does nothing: the end of the task finishes the operation.
  @available(*, deprecated, message: "The end of the task finishes the operation.")
  public override func finish() {}

  /// Cancels the operation and its task. You can call it on any thread.
  public override func cancel() {
    // First of all, because Foundation ignores it once the operation is finished.
    super.cancel()
    end()
    // Not under the lock: handlers of the task's cancellation run inside this call.
    if case .running(let task) = lock.withLock({ stage }) { task.cancel() }
  }

  /// Ends work that has not begun, and cancels other work.
  ///
  /// An operation that has not begun is not marked as cancelled. It stays in its queue until its
  /// dependencies have finished, because Foundation on Linux may crash when a dependency finishes
  /// while a cancelled operation is released (lesson 4, claim C14b).
  func giveUp() {
    if !end(with: .failure(CancellationError()), ifWaiting: true) { cancel() }
  }

  /// Calls the closure with the result, once, when there is one.
  func whenOver(_ closure: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    let result: Result<Value, any Error>? = lock.withLock {
      if case .over(let result) = stage { return result }
      onEnd = closure
      return nil
    }
    if let result { closure(result) }
  }

  /// Ends work that has not begun. Then there is a result before the operation is finished.
  override func end() { end(with: .failure(CancellationError()), ifWaiting: true) }

  /// Does the work. Nothing holds it any more when this returns.
  private func outcome() async -> Result<Value, any Error> {
    guard let body = takeBody() else { return .failure(CancellationError()) }
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Not to be released under the lock: what it holds may use the operation as it goes.
  private func takeBody() -> (@Sendable () async throws -> Value)? {
    lock.withLock {
      defer { body = nil }
      return body
    }
  }

  /// Keeps the result and finishes. With `ifWaiting`, only if the work has not begun. Returns whether
  /// it did so.
  @discardableResult
  private func end(with result: Result<Value, any Error>, ifWaiting: Bool = false) -> Bool {
    var tell: (@Sendable (Result<Value, any Error>) -> Void)?
    let ends = lock.withLock {
      guard stage.isWaiting || !ifWaiting else { return false }
      stage = .over(result)
      (tell, onEnd) = (onEnd, nil)
      return true
    }
    guard ends else { return false }
    _ = takeBody()
    super.end()
    tell?(result)
    return true
  }
}
