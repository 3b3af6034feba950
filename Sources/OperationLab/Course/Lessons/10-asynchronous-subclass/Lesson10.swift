/// Lesson 10; its page is `Lessons/10-asynchronous-subclass/README.md`.
enum Lesson10 {
  static let lesson = Lesson(
    10, "asynchronous-subclass", title: "The whole contract of an asynchronous operation",
    question: """
      An operation's start() returns while its work goes on elsewhere. What must the subclass \
      override and announce, and what does each part cost you if you leave it out?
      """,
    programs: [
      article,
      whole,
      noIsExecuting,
      noNotification,
      superStart,
      aliasKeys,
      setAfterDetaching,
      setBeforeDetaching,
      observers,
      observersTwoEnds,
      oneLock,
      silentInTime,
      ownKey,
      blocksItsThread,
      executesFirst,
      asksFirst,
      finishedFirst,
      executingFirst,
      noIsAsynchronous,
    ],
    claims: [
      wholeContract,
      endMustBeAnnounced,
      executingIsForOthers,
      unannouncedEndIsNoticed,
      ownKeyIsUnknown,
      statesWhileItRuns,
      aliasesAreEnough,
      startRace,
      observersPost,
      observersAreUnsound,
      myOperationIsConcurrent,
      executesAlthoughCancelled,
      finishedAndExecuting,
      mayStaySynchronous,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .thread(
      "Which thread calls start(), and does all the work inside it?", .started, of: "first"),
    "whole": .first(
      "Which comes first?", Milestone("start() of first returns", .returned, of: "first"),
      Milestone("first is finished", .finished, of: "first")),
    "no-is-executing": .happens(
      "isExecuting is false all the time. Does next start all the same?", .started, of: "next"),
    "no-notification": .happens(
      "isFinished becomes true, and nobody is told. Does next ever start?", .started, of: "next"),
    "super-start": .times(
      """
      super.start() is called first, and then the work is begun. How many requests go out?
      """, requestGoesOut, by: "first"),
    "alias-keys": .happens(
      "It announces 'finished' and not 'isFinished'. Does next start?", .started, of: "next"),
    "set-after-detaching": .flag(
      """
      The work was over before start() set 'executing'. When start() returns, does the \
      operation say that it is executing?
      """, .executing, at: .returned, of: "first"),
    "set-before-detaching": .flag(
      """
      'executing' is set first, then the work is begun. When start() returns, does the \
      operation say that it is executing?
      """, .executing, at: .returned, of: "first"),
    "observers": .happens(
      "The properties announce their changes themselves. Does next start?", .started, of: "next"),
    "observers-two-ends": .times(
      """
      The picture comes, and somebody cancels at the same moment. How often does the \
      operation report that it is finished?
      """, .finished, of: "first"),
    "one-lock": .times("How often does it report that it is finished now?", .finished, of: "first"),
    "silent-in-time": .happens(
      "It tells nobody, but it is finished before start() returns. Does next start?", .started,
      of: "next"),
    "own-key": .happens(
      "It announces its own property 'state'. Does next start?", .started, of: "next"),
    "blocks-its-thread": .first(
      "isAsynchronous is true, and start() is called by hand. Which comes first?",
      Milestone("the last step of the work", .noted, of: "first", .mark(step(2))),
      Milestone("start() returns", .returned, of: "first")),
    "executes-first": .times(
      """
      It is cancelled before its start. How often does it announce isExecuting all the \
      same?
      """, .announced, of: "first", .key("isExecuting")),
    "asks-first": .times(
      "How often does it announce isExecuting now?", .announced, of: "first",
      .key("isExecuting")),
    "finished-first": .flag(
      """
      next looks at first as soon as it may begin. Does first say that it is executing?
      """, .executing, at: .observed, of: "look"),
    "executing-first": .flag(
      "next looks at first. Does first still say that it is executing?", .executing, at: .observed,
      of: "look"),
    "no-is-asynchronous": .happens(
      "isAsynchronous is left out. Does next start all the same?", .started, of: "next"),
  ]
}
