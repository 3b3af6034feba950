/// Lesson 17; its page is `Lessons/17-waiting-and-suspending/README.md`.
enum Lesson17 {
  static let lesson = Lesson(
    17, "waiting-and-suspending", title: "Waiting for a queue, and making it wait",
    question: """
      You can wait for a queue, suspend it, cancel all it holds, ask what it holds. Which of these \
      may an operation do to the queue it is in, and what of it works on the main queue?
      """,
    programs: [
      addAndWait,
      waitUntilAll,
      waitInside,
      dependInside,
      waitForNeighbour,
      neighbourFirst,
      suspended,
      neverResumed,
      cancelAll,
      blocksWhenCancelled,
      currentQueue,
      barrier,
      onSuspended,
      behindOperation,
      cancelledBefore,
      cancelledAfter,
      ignores,
      barrierOnMainQueue,
      waitOnMain,
      letMainGo,
    ],
    claims: [
      addingBlocks,
      waitingBlocks,
      insideDeadlocks,
      neighbourDeadlocks,
      dependencyInstead,
      dependencyNeedsNoSlot,
      startsNothing,
      runningGoesOn,
      keepsForEver,
      cancelsAll,
      blockBeforeRemoval,
      currentIsTheQueue,
      showsWhatIsQueued,
      separates,
      suspendedHoldsBack,
      waitsBehindOperation,
      addingReturns,
      cancellingLaterReturns,
      suspensionIsIgnored,
      cancelAllIsIgnored,
      barrierOnMain,
      waitingDeadlocks,
      mainGoesOn,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "add-and-wait": .first(
      "A thread adds two operations and waits for them. Which comes first?",
      Milestone("both have ended", .ended, of: "op2"),
      Milestone("the caller goes on", .ended, of: "caller")),
    "wait-until-all": .first(
      "Which comes first?", Milestone("both have ended", .ended, of: "op2"),
      Milestone("the caller goes on", .ended, of: "caller")),
    "wait-inside": .ending(
      "'tidy up' waits until its own queue is empty. How does this program end?"),
    "dependency-instead": .first("Which begins first?", .began, of: ["tidy up", "op1"]),
    "wait-for-neighbour": .happens(
      """
      The width is 1, and the body of resize waits for download. Does download ever start?
      """, .started, of: "download"),
    "neighbour-first": .first(
      "resize was added first, and depends on download. Which begins first?", .began,
      of: ["resize", "download"]),
    "suspended": .happens(
      """
      The queue is suspended while op1 runs. Does op1 go on to its end before the queue \
      goes on?
      """, .ended, of: "op1"),
    "never-resumed": .count(
      """
      The queue is suspended while op1 runs, and never goes on. How many of the two end?
      """, .ended, of: ["op1", "op2"]),
    "cancel-all": .count("All three are cancelled while op1 runs. How many bodies run?", .began),
    "completion-blocks": .times(
      """
      op2 is cancelled before it has begun. How often does its completion block run?
      """, .completed, of: "op2"),
    "current-queue": .times(
      """
      op1 asks for its current queue, and so does a thread of its own. How often is the \
      answer 'none'?
      """, current("none"), by: "op1's own thread"),
    "barrier": .first(
      "Which comes first?", Milestone("the barrier block begins", .began, of: "barrier"),
      Milestone("op3 begins", .began, of: "op3")),
    "barrier-on-suspended": .first(
      "The queue is suspended. Which comes first?",
      Milestone("the barrier block runs", .began, of: "barrier"),
      Milestone("the queue goes on", .resumed, of: "downloads")),
    "barrier-behind-operation": .first(
      "An operation was put in before the barrier block. Which comes first?",
      Milestone("the barrier block runs", .began, of: "barrier"),
      Milestone("the queue goes on", .resumed, of: "downloads")),
    "cancelled-behind-barrier": .ending(
      """
      op2, already cancelled, is put in behind a barrier block. How does this program end?
      """),
    "cancelled-once-added": .ending(
      "op2 is put in first and cancelled then. How does this program end?"),
    "main-queue": .happens(
      """
      The main queue is suspended and told to cancel all. Does op2 run its body all the \
      same?
      """, .began, of: "op2"),
    "main-barrier": .thread(
      "A barrier block is put into the main queue. Which thread runs it?", .began, of: "barrier"),
    "wait-on-main": .ending(
      """
      The main thread waits for an operation in the main queue. How does this program end?
      """),
    "let-main-go": .first(
      "done was put in first, and depends on save. Which begins first?", .began,
      of: ["done", "save"]),
  ]
}
