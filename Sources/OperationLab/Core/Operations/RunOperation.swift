import Foundation

/// Holds a slot of a queue for a task that does the work itself. It holds nothing of that work.
final class RunOperation: AsyncOperation, @unchecked Sendable {
  private enum Stage { case waiting, begun, givenUp }

  private let stage = Locked(Stage.waiting)
  /// Opens when the work may begin, or never will.
  private let turn = TaskLatch()
  /// Opens when the work has ended or the operation is cancelled.
  private let endOrCancellation = TaskLatch()

  /// Adds the operation to a queue and suspends the calling task until the queue starts it.
  ///
  /// - Throws: `CancellationError` when the operation or the calling task is cancelled first.
  func begin(in queue: OperationQueue, isolation: isolated (any Actor)? = #isolation) async throws {
    await withTaskCancellationHandler {
      queue.addReliably(self)
      await turn.wait()
    } onCancel: {
      giveUp()
    }
    if stage.withLock({ $0 == .givenUp }) { throw CancellationError() }
  }

  /// Does the work in a child task of the calling task, which `cancel()` cancels, and finishes.
  func during<Value, Failure>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
  ) async throws -> Value {
    defer { finish() }
    // The task may come here long after its turn.
    try Task.checkCancellation()
    if isCancelled { throw CancellationError() }
    return try await withoutActuallyEscaping(body) { body in
      _ = isolation
      let work = Work(body)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          // Asked again: its first step may come long after this.
          await work.run(unless: self.isCancelled || Task.isCancelled)
          self.endOrCancellation.open()
        }
        await endOrCancellation.wait()
        if isCancelled { group.cancelAll() }
      }
      return try work.value
    }
  }

  /// The queue starts it.
  override func work() { leaveWaiting(for: .begun) }

  /// Cancels the operation and its work. You can call it on any thread.
  override func cancel() {
    // First of all, because Foundation ignores it once the operation is finished.
    super.cancel()
    giveUp()
    endOrCancellation.open()
  }

  /// Ends the wait if the work has not begun.
  ///
  /// That does not mark the operation as cancelled. It stays in its queue until its dependencies have
  /// finished, because Foundation on Linux may crash when a dependency finishes while a cancelled
  /// operation is released (lesson 4, claim C14b).
  private func giveUp() {
    if leaveWaiting(for: .givenUp) { finish() }
  }

  /// Returns whether it was waiting.
  @discardableResult
  private func leaveWaiting(for next: Stage) -> Bool {
    let wasWaiting = stage.withLock { stage in
      guard stage == .waiting else { return false }
      stage = next
      return true
    }
    if wasWaiting { turn.open() }
    return wasWaiting
  }
}

/// Work that a child task does while its parent waits for it. So no two threads use it at a time,
/// although neither the work nor its value need be `Sendable`.
private final class Work<Value, Failure: Error>: @unchecked Sendable {
  /// It throws nothing: an optional function with a typed error needs the runtime of iOS 18.
  private var body: (() async -> Result<Value, Failure>)?
  private var result: Result<Value, Failure>?

  init(_ body: @escaping () async throws(Failure) -> Value) {
    self.body = {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
  }

  func run(unless isCancelled: Bool) async {
    // Its owner allows no copy that outlives the call.
    defer { body = nil }
    guard !isCancelled, let body else { return }
    result = await body()
  }

  var value: Value {
    get throws {
      guard let result else { throw CancellationError() }
      return try result.get()
    }
  }
}
