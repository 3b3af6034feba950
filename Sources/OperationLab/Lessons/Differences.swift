/// Where Foundation on Linux does not do what the documentation says: each with the claim that
/// measures it, so that nothing here rests on our word.
public enum Differences {
  /// One difference, and what to do about it.
  public struct Difference: Sendable {
    /// The claim whose run shows it.
    public let claim: String
    /// The program that is its smallest reproduction, in that claim's lesson.
    public let program: String
    /// A heading.
    public let title: String
    /// What Apple's documentation promises, in our words.
    public let documented: String
    /// What to do instead, on every platform.
    public let instead: String
  }

  /// In the order of their lessons. A new one adds one entry here.
  public static let all = [
    Difference(
      claim: "C14b", program: "let-go-early",
      title: "Letting go of a cancelled operation crashes those it depended on",
      documented: "A finished operation may be deallocated like any other object.",
      instead: """
        Once it has finished, call removeDependency(_:) for each of its dependencies, or keep it \
        until they have finished. The kit's AsyncOperation does the first by itself.
        """),
    Difference(
      claim: "C18", program: "three-blocks", title: "The blocks of a BlockOperation run in a row",
      documented: "The blocks are submitted to a queue and run concurrently.",
      instead: """
        Never let one block wait for another. Use one operation for each, or the kit's \
        ConcurrentBlockOperation.
        """),
    Difference(
      claim: "A07c", program: "main-barrier",
      title: "A barrier block of the main queue may run on another thread",
      documented: "Whatever is in the main queue runs on the main thread.",
      instead: "Use an ordinary operation that depends on those before it."),
    Difference(
      claim: "A10", program: "remove-dependency",
      title: "removeDependency(_:) leaves the operation waiting for ever",
      documented: "The operation no longer depends on the other, and becomes ready.",
      instead: "Add dependencies only when they are sure; or make a new operation without them."),
    Difference(
      claim: "C26c", program: "silent-in-time",
      title: "A missing notification goes unnoticed if the operation ends inside start()",
      documented: "A subclass must announce the change of isFinished.",
      instead: """
        Announce every end. What passes its tests on Linux may hang on macOS, and hangs on Linux, \
        too, on the day on which its end comes later.
        """),
    Difference(
      claim: "E06e", program: "captures-itself",
      title: "A completion block that captures its own operation keeps it alive",
      documented: "The property is set to nil once the block has begun to run.",
      instead: "Capture the operation weakly."),
    Difference(
      claim: "A17c", program: "finishes-in-main",
      title: "An operation that reports finished in main() completes twice",
      documented: "The completion block runs once.",
      instead: "Override main() and report nothing, or start() and report everything."),
    Difference(
      claim: "A19c", program: "barrier-on-suspended",
      title: "A barrier block runs at once in an empty queue that is suspended",
      documented: "A suspended queue starts nothing.",
      instead:
        "Put an ordinary operation into the queue before the barrier block, or do without it."),
    Difference(
      claim: "A18f", program: "cancelled-behind-barrier",
      title: "Adding a cancelled operation behind a barrier block never returns",
      documented: "addOperation(_:) returns at once.",
      instead: "Ask isCancelled before you add an operation to a queue with barrier blocks."),
    Difference(
      claim: "B04", program: "suspend",
      title: "A session's task that was suspended half-way appends the file to its beginning",
      documented: """
        A suspended task produces no network traffic; a download task goes on where it was, any \
        other starts over.
        """,
      instead: """
        Pause by cancelling. Keep the bytes, and make a new task that asks for the rest with Range.
        """),
  ]
}
