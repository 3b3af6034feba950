/// Lesson 13. Its page is `Lessons/13-one-shot/README.md`.
enum Lesson13 {
  static let lesson = Lesson(
    13, "one-shot", title: "Starting an operation again",
    question: """
      The work failed and you want to run it again. May you start the same operation twice, or \
      add it to the queue once more?
      """,
    programs: [
      startAgain,
      enqueueFinished,
      rightWay,
      ownStart,
      checkedStart,
    ],
    further: [
      startExecuting,
      startUnready,
      startQueued,
      enqueueTwice,
      addBlockLate,
      ready,
      ownReady,
      ownReadyUnannounced,
      ownReadyWhileAdded,
    ],
    claims: [
      startsOnce,
      enqueueStartedTraps,
      newOperation,
      ownStartUnchecked,
      startExecutingTraps,
      startUnreadyTraps,
      startQueuedTraps,
      enqueueTwiceTraps,
      noMoreBlocks,
      readyMeansSoon,
      readyByAdding,
      mayDecideReadiness,
      mustAnnounceReadiness,
      hearsWhileAdding,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "start-again": .times(
      "start() is called twice. How often does the body run?", .began("photo")),
    "own-start": .times(
      """
      The class overrides start(). You call it, and then the queue calls it. How often does the \
      work begin?
      """, .began("upload")),
    "checked-start": .thread(
      """
      start() checks whether it was called before. You call it, and then the queue calls it. Which \
      thread does the work?
      """, .began("upload")),
    "right-way": .count("How many operations run their body?", .began),
    "start-executing": .ending(
      "The body calls start() on its own operation. How does this program end?"),
    "start-unready": .ending(
      "crop depends on photo, and crop is started first. How does this program end?"),
    "start-queued": .ending(
      "photo is in a queue, and start() is called by hand. How does this program end?"),
    "enqueue-finished": .ending(
      "A finished operation is added to a queue. How does this program end?"),
    "enqueue-twice": .ending(
      "photo is in one queue and is added to a second one. How does this program end?"),
    "add-block-late": .ending(
      "A block is added to an operation that runs. How does this program end?"),
    "ready": .flag(
      "parked is in no queue yet, and depends on nothing. Is it ready?", .ready,
      at: .event(.observed, of: "parked", .mark(isNew))),
    "own-ready": .happens(
      """
      The operation is ready only when it has its ticket, and posts isReady then. Does its body \
      run?
      """, .began("photo")),
    "own-ready-unannounced": .happens(
      "It has its ticket, and does not post isReady. Does its body run?", .began("photo")),
    "own-ready-while-added": .happens(
      "The ticket comes while the queue adds the operation. Does its body run?", .began("photo")),
  ]
}
