/// Lesson 17. Its page is `Lessons/17-waiting-and-suspending/README.md`.
enum Lesson17 {
  static let lesson = Lesson(
    17, "waiting-and-suspending", title: "Waiting for a queue, and making it wait",
    question: """
      You can wait for a queue, suspend it, and cancel everything in it. What happens if an \
      operation waits for the queue that it is in? And what does a suspended queue do with the \
      operations that are running?
      """,
    programs: [
      waitUntilAll,
      waitInside,
      dependInside,
      suspended,
      cancelAll,
    ],
    further: [
      addAndWait,
      waitForNeighbour,
      neverResumed,
      blocksWhenCancelled,
      currentQueue,
      barrier,
      onSuspended,
      behindOperation,
      cancelledBefore,
      waitForBarrier,
      overtaken,
      ignores,
      barrierOnMainQueue,
      waitOnMain,
    ],
    claims: [
      waitingBlocks,
      insideDeadlocks,
      dependencyInstead,
      startsNothing,
      runningContinues,
      cancelsAll,
      addingBlocks,
      addingDoesNotBlock,
      neighbourDeadlocks,
      keepsForever,
      blockBeforeRemoval,
      currentIsTheQueue,
      showsWhatIsQueued,
      separates,
      suspendedHoldsBack,
      waitsBehindOperation,
      addingReturns,
      waitsForBarrier,
      notOvertaken,
      suspensionIsIgnored,
      cancelAllIsIgnored,
      mayStartWhereAdded,
      barrierOnMain,
      waitingDeadlocks,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "wait-until-all": .first(
      "Which comes first?", ("both operations finish", .ended("op2")),
      ("the call returns", .ended("caller"))),
    "wait-inside": .ending(
      "'tidy up' waits until its own queue is empty. How does this program end?"),
    "dependency-instead": .first("Which begins first?", .began, of: ["tidy up", "op1"]),
    "suspended": .happens(
      """
      The queue is suspended while op1 runs. Does op1 finish before the queue is resumed?
      """, .ended("op1")
    ).by([.resumed("downloads")]),
    "cancel-all": .count("All three are cancelled while op1 runs. How many bodies run?", .began),
    "add-and-wait": .first(
      "A thread adds two operations and waits for them. Which comes first?",
      ("both operations finish", .ended("op2")),
      ("the call returns", .ended("caller"))),
    "wait-for-neighbour": .happens(
      """
      The width is 1, and the body of resize waits for download. Does download ever start?
      """, .started("download")),
    "never-resumed": .count(
      """
      The queue is suspended while op1 runs, and is never resumed. How many of the two finish?
      """, .ended, of: ["op1", "op2"]),
    "completion-blocks": .times(
      """
      op2 is cancelled before it has begun. How often does its completion block run?
      """, .completed("op2")),
    "current-queue": .times(
      """
      op1 reads OperationQueue.current, and so does a thread that op1 made. How often does that \
      thread read nil?
      """, .marked(current("none"), by: "op1's own thread")),
    "barrier": .first(
      "Which comes first?", ("the barrier block begins", .began("barrier")),
      ("op3 begins", .began("op3"))),
    "barrier-on-suspended": .first(
      "The queue is suspended. Which comes first?",
      ("the barrier block runs", .began("barrier")),
      ("the queue is resumed", .resumed("downloads"))),
    "barrier-behind-operation": .first(
      "An operation was added before the barrier block. Which comes first?",
      ("the barrier block runs", .began("barrier")),
      ("the queue is resumed", .resumed("downloads"))),
    "cancelled-behind-barrier": .ending(
      """
      op2 is cancelled and then added behind a barrier block. How does this program end?
      """),
    "wait-for-barrier": .first(
      "The queue was empty before the barrier block. Which comes first?",
      ("the barrier block ends", .ended("barrier")), ("the call returns", .ended("caller"))),
    "barrier-underlying-queue": .first(
      "Which comes first?", ("the barrier block ends", .ended("barrier")),
      ("op1 begins", .began("op1"))),
    "main-queue": .happens(
      """
      The main queue is suspended, and everything in it is cancelled. Does the body of op2 run \
      anyway?
      """, .began("op2")),
    "main-barrier": .thread(
      "A barrier block is added to the main queue. Which thread runs it?", .began("barrier")),
    "wait-on-main": .ending(
      """
      The main thread waits for an operation in the main queue. How does this program end?
      """),
  ]
}
