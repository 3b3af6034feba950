/// Lesson 5; its page is `Lessons/05-blocking-execution-blocks/README.md`.
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
    ])
}
