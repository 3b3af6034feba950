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
  /// The operation only holds the slot. The work runs in a child of the caller's task, with its
  /// task-locals and its priority. The caller waits meanwhile, so the closure may use values that are not
  /// `Sendable`.
  ///
  /// The closure has the actor that Swift gives it, as in `await body()`. If it is written in code of the
  /// main actor or another global actor, it runs there, and blocks that actor while it computes: call
  /// a function that is not isolated for that. In a method of an actor, it runs on that actor only if it
  /// uses `self`. Otherwise it has no actor, and runs on Swift's pool at the same time as other methods of
  /// that actor: then it must not use what they use.
  ///
  /// If the calling task is cancelled, work that has not begun never begins, and the call throws at
  /// once. Its operation leaves the queue when its turn comes. Work that has begun is cancelled, and
  /// the call returns or throws when the work has ended: no work is left behind. Cancelling the
  /// operation, for example with `cancelAllOperations()`, does the same, and does not cancel the
  /// calling task.
  ///
  /// Do not call it from work that holds a slot of the same queue. With a width of 1, the inner work
  /// would wait for the outer one forever.
  ///
  /// - Parameters:
  ///   - priority: among the ready operations of this queue.
  ///   - dependencies: operations that must be finished before the work begins. It also begins after
  ///     one that failed or was cancelled.
  ///   - name: the operation's name, as reports show it.
  ///   - isolation: the caller's actor. Leave it out.
  ///   - body: the work. It is called once at most, with no lock held.
  /// - Returns: what the work returned.
  /// - Throws: what the work threw, unchanged, or `CancellationError` if it was cancelled before it
  ///   began. Because of the latter, a typed error of the work arrives as `any Error`.
  public func run<Value, Failure>(
    priority: Operation.QueuePriority = .normal, after dependencies: [Operation] = [],
    name: String? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws -> Value {
    // Later would be too late: an operation that has dependencies must be added to the queue, because
    // Foundation on Linux keeps no reference to it (lesson 4, claim C14b).
    try Task.checkCancellation()
    let operation = RunOperation()
    operation.queuePriority = priority
    operation.name = name
    dependencies.forEach(operation.addDependency)
    try await operation.begin(in: self)
    return try await operation.during(body)
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
  /// An operation finishes only if it is started, even if it is cancelled. If nothing starts it, for
  /// example because it was cancelled and never added to a queue, the call waits until the calling
  /// task is cancelled. Use ``TaskOperation/value`` where you want the result of such an operation.
  ///
  /// Any number of tasks may wait: 64,000 are woken in a second. A task group is slow where its children end
  /// in another order than they began, also without this call: 16,000 of them took 5 seconds.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled first. That does not cancel
  ///   this operation, which stays in memory until it is finished.
  public func finished() async throws {
    if isFinished { return }
    // As in `run`.
    try Task.checkCancellation()
    try await FinishWatch.wait(for: self)
  }
}
