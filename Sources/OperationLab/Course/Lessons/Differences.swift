import OperationBench

/// Where Foundation on Linux differs from its documentation, or from what you may expect. Each has a
/// claim that measures it, and a file in plain Swift that shows it without the kit.
package enum Differences {
  /// One difference, and what to do about it.
  package struct Difference: Sendable {
    /// The claim whose run shows it.
    package let claim: String
    /// The program that is its smallest reproduction, in that claim's lesson.
    package let program: String
    /// The file under `Lessons/foundation-differences` that shows it with Foundation alone. It exits
    /// with 1 where Foundation differs.
    package let file: String
    /// A heading.
    package let title: String
    /// Apple's documentation in our words, or what you may expect if no page says it.
    package let documented: String
    /// The page that says it. `nil` if none does.
    package let page: String?
    /// The advice for every platform.
    package let instead: String
  }

  /// In the order of their lessons. A new one adds one entry here.
  package static let all = [
    Difference(
      claim: "C14b", program: "let-go-early",
      file: "let-go-early.swift",
      title: "Releasing a cancelled operation crashes its dependency",
      documented: "An operation that is finished and deallocated is not used by its dependency.",
      page: nil,
      instead: """
        Keep it until its dependencies have finished. Or, in a start() of its own, if it is cancelled: \
        call removeDependency(_:) for each of them, and then super.cancel(). The kit's AsyncOperation does.
        """),
    Difference(
      claim: "C18", program: "three-blocks",
      file: "three-blocks.swift", title: "The blocks of a BlockOperation run one after another",
      documented: "The operation manages the concurrent execution of its blocks.",
      page: ApplePage.blockOperation,
      instead: """
        Never let one block wait for another. Use one operation for each, or the kit's \
        ConcurrentBlockOperation.
        """),
    Difference(
      claim: "A07c", program: "main-barrier",
      file: "main-barrier.swift",
      title: "A barrier block of the main queue may run on another thread",
      documented:
        "The main queue runs its operations on the main thread. Barrier blocks are not mentioned.",
      page: ApplePage.mainQueue,
      instead: "Use an ordinary operation that depends on those before it."),
    Difference(
      claim: "A10", program: "remove-dependency",
      file: "remove-dependency.swift",
      title: "After removeDependency(_:) of an unfinished dependency it waits forever",
      documented: "The operation no longer depends on the other, and isReady may change.",
      page: ApplePage.removeDependency,
      instead: "Cancel the operation, and add a new one without the dependency."),
    Difference(
      claim: "C14d", program: "removed-before-start", file: "removed-before-start.swift",
      title: "A cancelled operation that removes a finished dependency is never started",
      documented: "A cancelled operation is started, and finishes.", page: nil,
      instead: "After removeDependency(_:), call cancel() again: it counts anew."),
    Difference(
      claim: "C22f", program: "quality-of-service", file: "quality-of-service.swift",
      title: "The quality of service decides which operation starts first",
      documented: "Ready operations of one priority start in the order in which they were added.",
      page: ApplePage.queue, instead: "If the order matters, add a dependency."),
    Difference(
      claim: "C30e", program: "own-ready-while-added",
      file: "ready-while-added.swift",
      title: "An operation that becomes ready while it is added is never started",
      documented: "When isReady is posted, the queue reads it and starts the operation.",
      page: nil,
      instead: """
        When it has been added and is ready, post isReady again. The kit's queues and its \
        DownloadManager do that.
        """),
    Difference(
      claim: "E06e", program: "captures-itself",
      file: "captures-itself.swift",
      title: "A completion block that captures its own operation keeps it alive",
      documented: "The property is set to nil once the block has begun to run.",
      page: ApplePage.completionBlock,
      instead: "Capture the operation weakly."),
    Difference(
      claim: "A20c", program: "completion-blocks",
      file: "completion-block-too-late.swift",
      title: "A cancelled operation leaves its queue before its completion block has run",
      documented: """
        It is given a chance to execute its completion block before it is removed from the queue.
        """,
      page: ApplePage.cancelAll,
      instead: """
        An empty queue does not mean that the completion blocks have run. Do their work in an \
        operation, and depend on it.
        """),
    Difference(
      claim: "A19c", program: "barrier-on-suspended",
      file: "barrier-on-suspended.swift",
      title: "A barrier block runs at once in an empty queue that is suspended",
      documented:
        "A suspended queue starts no queued operations. Barrier blocks are not mentioned.",
      page: ApplePage.isSuspended,
      instead:
        "Add an operation to the queue before the barrier block, or use no barrier block."),
    Difference(
      claim: "A18f", program: "cancelled-behind-barrier",
      file: "cancelled-behind-barrier.swift",
      title: "Adding a cancelled operation behind a barrier block never returns",
      documented: "addOperation(_:) returns.", page: nil,
      instead: "Read isCancelled before you add an operation to a queue with barrier blocks."),
    Difference(
      claim: "A18i", program: "wait-for-barrier", file: "wait-for-barrier.swift",
      title:
        "Waiting for a queue does not wait for a barrier block that was added while it was empty",
      documented: "The call returns when all is finished. Barrier blocks are not mentioned.",
      page: ApplePage.queue + "/waituntilalloperationsarefinished()",
      instead: "Add an operation instead, and depend on those before it."),
    Difference(
      claim: "A18j", program: "barrier-underlying-queue", file: "barrier-underlying-queue.swift",
      title: "Operations of a queue with an underlyingQueue overtake its barrier block",
      documented: "What is added after the barrier block does not begin before it has ended.",
      page: ApplePage.queue + "/addbarrierblock(_:)",
      instead: "Set no underlyingQueue, or add an operation before the barrier block."),
    Difference(
      claim: "B04", program: "suspend",
      file: "suspend-and-resume.swift",
      title: "After suspend() and resume(), a session's task delivers the whole file again",
      documented:
        """
        The transfer continues where it stopped. Apple's page on suspend() says only that resume() \
        resumes the transfer.
        """,
      page: nil,
      instead: """
        Pause by cancelling. Keep the bytes, and make a new task that asks for the rest with Range.
        """),
    Difference(
      claim: "A16l", program: "async-main", file: "async-main.swift",
      title: "If main is async, the main queue does not run on the main thread",
      documented: "The main queue runs its operations on the app's main thread.",
      page: ApplePage.mainQueue,
      instead: """
        Do not ask for the main thread: the main actor and the main queue still run one thing at a \
        time. Code that needs that thread wants a main without async that ends with \
        RunLoop.main.run().
        """),
  ]
}
