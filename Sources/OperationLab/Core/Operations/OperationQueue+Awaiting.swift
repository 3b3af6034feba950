import Foundation

extension OperationQueue {
  /// Runs `async` work in a slot of this queue, and returns its value.
  ///
  /// ```swift
  /// let downloads = OperationQueue()
  /// downloads.maxConcurrentOperationCount = 2
  ///
  /// let data = try await downloads.run(priority: .high) {
  ///   try await URLSession.shared.data(from: url).0
  /// }
  /// ```
  ///
  /// The queue treats the work as one operation, which finishes when the work has ended. So the
  /// queue's width, priorities, dependencies and suspension apply (`OperationQueue` and
  /// `Operation.QueuePriority` in Apple's documentation). No thread is blocked meanwhile.
  ///
  /// If the calling task is cancelled, work that has not begun never begins, and the call throws at
  /// once. Its operation leaves the queue when its turn comes. Work that has begun is cancelled, and
  /// the call returns or throws when the work has ended: no work is left behind.
  ///
  /// Do not call it from work that holds a place of the same queue. With a width of 1, the inner work
  /// would wait for the outer one forever.
  ///
  /// - Parameters:
  ///   - priority: among the ready operations of this queue.
  ///   - dependencies: operations that must be finished before the work begins.
  ///   - name: the operation's name, as ``QueueDoctor`` shows it.
  ///   - body: the work. It runs on Swift's pool of threads.
  /// - Returns: what the work returned.
  /// - Throws: what the work threw, or `CancellationError` if it was cancelled before it began.
  public func run<Value: Sendable>(
    priority: Operation.QueuePriority = .normal, after dependencies: [Operation] = [],
    name: String? = nil, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Later would be too late: an operation with dependencies must be added to the queue.
    try Task.checkCancellation()
    let operation = TaskOperation(body)
    operation.queuePriority = priority
    operation.name = name
    dependencies.forEach(operation.addDependency)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        operation.whenOver { continuation.resume(with: $0) }
        addReliably(operation)
      }
    } onCancel: {
      operation.giveUp()
    }
  }
}

extension Operation {
  /// Suspends the calling task until this operation is finished. No thread is blocked, unlike with
  /// `waitUntilFinished()`.
  ///
  /// ```swift
  /// queue.addOperation(upload)
  /// try await upload.finished()
  /// print(upload.isFinished)      // true
  /// ```
  ///
  /// It rests on the rule of `addDependency(_:)`: an operation starts when those that it depends on
  /// are finished. Foundation on Linux names a dependent operation as what to use in async code
  /// instead of `waitUntilFinished()`. So it works with every operation that reports `isFinished` as
  /// Apple's documentation asks, in any queue or in none.
  ///
  /// An operation finishes only if it is started, even if it is cancelled. If nothing starts it, the
  /// call waits until the calling task is cancelled.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled first. That does not cancel
  ///   this operation, which stays in memory until it is finished.
  public func finished() async throws {
    if isFinished { return }
    // A queue for each wait: Foundation goes through all of a queue when one of its operations ends.
    try await OperationQueue().run(after: [self]) {}
  }
}
