/// Lesson 10. Its page is `Lessons/10-asynchronous-subclass/README.md`.
enum Lesson10 {
  static let lesson = Lesson(
    10, "asynchronous-subclass", title: "The whole contract of an asynchronous operation",
    question: """
      An operation's start() returns while its work continues on another thread. Which properties \
      must the subclass override, which notifications must it post, and what goes wrong if one is \
      missing?
      """,
    programs: [
      noNotification,
      whole,
      noIsExecuting,
      superStart,
    ],
    further: [
      article,
      setAfterDetaching,
      setBeforeDetaching,
      observers,
      observersTwoEnds,
      oneLock,
      silentInTime,
      aliasKeys,
      ownKey,
      blocksItsThread,
      noIsAsynchronous,
      progress,
    ],
    claims: [
      statesWhileItRuns,
      wholeContract,
      endMustBeAnnounced,
      executingIsForOthers,
      startRace,
      observersPost,
      observersAreUnsound,
      unannouncedEndIsNoticed,
      aliasesAreEnough,
      ownKeyIsUnknown,
      myOperationIsConcurrent,
      mayStaySynchronous,
      progressCountsMain,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .thread(
      "Which thread calls start() and does the work?", .started("first")),
    "whole": .first(
      "Which comes first?", ("start() of first returns", .returned("first")),
      ("first is finished", .finished("first"))),
    "no-is-executing": .happens(
      "isExecuting is false all the time. Does next start?", .started("next")),
    "no-notification": .happens(
      "isFinished becomes true, and no notification is posted. Does next ever start?",
      .started("next")),
    "super-start": .times(
      "start() calls super.start(), and then begins the work. How many requests go out?",
      .marked(requestGoesOut, by: "first")),
    "alias-keys": .happens(
      "It posts 'finished' and not 'isFinished'. Does next start?", .started("next")),
    "set-after-detaching": .flag(
      """
      The work ended before start() set 'executing'. When start() returns, is isExecuting true?
      """, .executing, at: .returned("first")),
    "set-before-detaching": .flag(
      """
      start() sets 'executing', and then begins the work. When start() returns, is isExecuting \
      true?
      """, .executing, at: .returned("first")),
    "observers": .happens(
      "Property observers post the notifications. Does next start?", .started("next")),
    "observers-two-ends": .times(
      """
      The picture comes, and another thread calls cancel() in that moment. How often does the \
      operation report that it is finished?
      """, .finished("first")),
    "one-lock": .times("How often does it report that it is finished now?", .finished("first")),
    "silent-in-time": .happens(
      "It posts no notification, but it is finished before start() returns. Does next start?",
      .started("next")),
    "own-key": .happens(
      "It posts its own property 'state'. Does next start?", .started("next")),
    "blocks-its-thread": .first(
      "isAsynchronous is true, and start() is called by hand. Which comes first?",
      ("the last step of the work", .marked(step(2), by: "first")),
      ("start() returns", .returned("first"))),
    "no-is-asynchronous": .happens(
      "The class does not override isAsynchronous. Does next start?", .started("next")),
    "progress": .mark(
      "A block, a cancelled block and an operation with its own start() finish. What is the progress?",
      of: "own start", (0...3).map { ("\($0) of 3", units($0)) }),
  ]
}
