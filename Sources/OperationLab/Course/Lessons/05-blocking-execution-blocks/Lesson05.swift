/// Lesson 5. Its page is `Lessons/05-blocking-execution-blocks/README.md`.
enum Lesson05 {
  static let lesson = Lesson(
    5, "blocking-execution-blocks", title: "One operation, several blocks",
    question: """
      A block operation has three blocks and is started on the main thread. Do the blocks run at \
      the same time? Does start() wait for all three?
      """,
    programs: [
      oneBlock,
      threeBlocks,
      blocksThatMeet,
      concurrentBlocks,
    ],
    claims: [
      oneBlockRunsHere,
      startBlocks,
      blocksRunConcurrently,
      blocksCanMeet,
      concurrentBlocksMeet,
      finishedWithTheLast,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "one-block": .thread("Which thread runs the block?", .began("only")),
    "three-blocks": .sameThread(
      "Do first and second run on the same thread?", .began("first"), .began("second")),
    "blocks-that-meet": .ending(
      "Each of the two blocks waits for the other. How does this program end?"),
    "concurrent-blocks": .ending(
      "ConcurrentBlockOperation gets the two blocks. How does this program end?"),
  ]
}
