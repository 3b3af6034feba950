import OperationBench
import OperationDoctor
import OperationDownloads

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

extension Lesson10 {
  static let wholeContract = Claim(
    "C25",
    Scenario(
      "whole", given: endsLater,
      expect: [
        .fact(.mark(answers(isAsynchronous: true, inheritedIsFinished: false)), at: lookAtWork),
        requestsGoOut(1), .state([.ready, .executing], at: idleAtWork),
        .state([.ready, .finished], at: .settled("first")), .place(nil, at: .settled("first")),
      ]),
    Scenario("no-is-executing", given: endsLater, expect: [.state([.ready], at: idleAtWork)]),
    Scenario(
      "super-start",
      given: endsLater + [
        .fact(.mark(answers(isAsynchronous: true, inheritedIsFinished: true)), at: lookAtWork)
      ],
      expect: [requestsGoOut(2)]))

  static let endMustBeAnnounced = Claim(
    "C26a",
    Scenario(
      "no-notification", given: endsLater + announcesEnd(as: nil),
      expect: [
        .state([.ready, .finished], at: .settled("first")),
        .place("downloads", at: .settled("first")), .stuck("first", .finishNotAnnounced),
        .never(.started("next")), .stuck("next", .noFreeSlot, waitsFor: ["first"]),
      ]),
    Scenario(
      "whole", given: endsLater + announcesEnd(as: "isFinished"),
      expect: [.order(.announced("isFinished", by: "first"), .started("next"))]))

  static let executingIsForOthers = Claim(
    "C26b", in: "no-is-executing",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .never(.announced("isExecuting", by: "first")), .state([.ready], at: idleAtWork),
    ],
    expect: [.happens(.started("next")), .place(nil, at: .settled("first"))])

  static let statesWhileItRuns = Claim(
    "A14", in: "article",
    given: [
      .added("first", to: "downloads", dependencies: []),
      .differentThreads(.added("first"), .started("first")),
      .order(.added("first"), .started("first"), meanwhile, .returned("first"), afterwards),
    ],
    expect: [
      .flags(.executing, not: .finished, at: meanwhile), .fact(.mark(inQueue(1)), at: meanwhile),
      .flags(.finished, not: .executing, at: afterwards), .fact(.mark(inQueue(0)), at: afterwards),
    ])

  static let aliasesAreEnough = Claim(
    "A15", in: "alias-keys",
    given: endsLater + announcesEnd(as: "finished") + [
      .order(.announced("executing", by: "first"), .returned("first")),
      .never(.announced("isExecuting", by: "first")),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])
}

// The claims of lesson 10 about notifications that are missing or have another key.
extension Lesson10 {
  static let unannouncedEndIsNoticed = Claim(
    "C26c", in: "silent-in-time",
    given: announcesEnd(as: nil) + [
      .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
      .order(.started("first"), .finished("first"), .returned("first")),
      .sameThread(.started("first"), .finished("first")),
      .flags(.finished, at: .finished("first")),
      .fact(.mark(inheritedIsFinished(false)), at: .observed("first")),
      .any(.happens(.started("next")), .stuck("next", .noFreeSlot, waitsFor: ["first"])),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])

  static let ownKeyIsUnknown = Claim(
    "C26d", in: "own-key",
    given: endsLater + announcesEnd(as: "state"),
    expect: [
      .flags(.finished, at: .settled("first")), .place("downloads", at: .settled("first")),
      .stuck("first", .finishNotAnnounced), .never(.started("next")),
      .stuck("next", .noFreeSlot, waitsFor: ["first"]),
    ])
}

// The premises: an operation that finishes later, and two threads at once.
extension Lesson10 {
  /// The process was idle after `start()` of first had returned, and before its transfer answered.
  static let idleAtWork: Trace.Moment = .settled("first", after: .returned("first"))

  /// The program read at that time what first returns.
  static let lookAtWork: Trace.Moment = .observed("first").after(idleAtWork)

  /// first is in a queue of one slot with next behind it. It finishes on another thread, after its
  /// `start()` has returned.
  static let endsLater: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.started("first"), .returned("first"), idleAtWork, lookAtWork, .finished("first")),
    .differentThreads(.started("first"), .finished("first")),
    .place("downloads", at: idleAtWork), .flags(.finished, at: .finished("first")),
  ]

  /// first posted that key when it finished, and no other key that its queue knows. Without a key
  /// it posted none.
  static func announcesEnd(as key: String?) -> [Trace.Condition] {
    let others: [String] = ["isFinished", "finished"].filter { $0 != key }
    let silence = others.map { Trace.Condition.never(.announced($0, by: "first")) }
    guard let key else { return silence }
    return silence + [.happens(.announced(key, by: "first").after(.finished("first")))]
  }

  /// first sent so many requests.
  static func requestsGoOut(_ count: Int) -> Trace.Condition {
    Trace.Condition("\(count) requests went out") { run in
      let requests = run.all(.noted, of: "first").filter { $0.mark == requestGoesOut }
      return .init(requests.count == count, "\(requests.count) requests went out", requests)
    }
  }

  /// Another thread finished the operation before `start()` had returned.
  static func finishedInsideStart(executing: Trace.Moment) -> [Trace.Condition] {
    [
      .added("first", to: "downloads", dependencies: []),
      .sameThread(.started("first"), .marked(requestGoesOut, by: "first"), executing),
      .differentThreads(.started("first"), .finished("first")),
      .state([.ready, .finished], at: .finished("first")),
      .order(.marked(requestGoesOut, by: "first"), .finished("first"), .returned("first")),
    ]
  }

  /// The program read the state of first before that property changed.
  static func beforeChange(of key: String) -> Trace.Moment {
    .event(.observed, of: "first", .mark(isAboutToChange(key)))
  }

  /// The transfer was about to finish first when another thread cancelled it. A later cancel()
  /// found first finished, and delivered nothing.
  static let twoWantToEnd: [Trace.Condition] = [
    .added("first", to: "downloads", dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("first")),
    .order(
      .started("first"), .marked(wants("a picture"), by: "first"), .cancelled("first"),
      .marked(wants("an error"), by: "first"), .marked(wants("an error"), by: "first").last),
    .differentThreads(
      .marked(wants("a picture"), by: "first"), .marked(wants("an error"), by: "first")),
    .sameThread(.cancelled("first"), .marked(wants("an error"), by: "first")),
    .order(
      .cancelled("first"), .finished("first"), .marked(wants("an error"), by: "first").last),
    .each(["a picture", "an error"]) { result in
      [
        .ifEver(
          .marked(delivers(result), by: "first"),
          .order(
            .marked(delivers(result), by: "first").last,
            .marked(wants("an error"), by: "first").last))
      ]
    },
  ]

  /// The program read the state of first and of its queue while `start()` worked.
  static let meanwhile: Trace.Moment = .observed("first").after(.marked(step(1), by: "first"))

  /// The program read them again when the process was idle after `start()` had returned.
  static let afterwards: Trace.Moment = .observed("first").after(idleAtWork)
}

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  static let startRace = Claim(
    "C27",
    Scenario(
      "set-after-detaching",
      given: finishedInsideStart(executing: .announced("isExecuting", by: "first").last) + [
        .flags(not: .executing, at: .marked(requestGoesOut, by: "first")),
        .order(.finished("first"), .announced("isExecuting", by: "first").last),
      ],
      expect: [.state([.ready, .executing, .finished], at: .settled("first"))]),
    Scenario(
      "set-before-detaching",
      given: finishedInsideStart(executing: .announced("isExecuting", by: "first")) + [
        .order(.announced("isExecuting", by: "first"), .marked(requestGoesOut, by: "first")),
        .flags(.executing, at: .marked(requestGoesOut, by: "first")),
      ],
      expect: [.state([.ready, .finished], at: .settled("first"))]))

  static let observersPost = Claim(
    "D01a", in: "observers",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(inDidSet), at: .finished("first"))
    ],
    expect: [
      .flags(not: .finished, at: beforeChange(of: "isFinished")),
      .order(
        beforeChange(of: "isFinished"), .finished("first"),
        .announced("isFinished", by: "first")),
      .sameThread(beforeChange(of: "isFinished"), .announced("isFinished", by: "first")),
      .flags(not: .executing, at: beforeChange(of: "isExecuting")),
      .order(
        beforeChange(of: "isExecuting"), .announced("isExecuting", by: "first"),
        .returned("first")),
      .happens(.started("next")),
    ])

  static let observersAreUnsound = Claim(
    "D01b",
    Scenario(
      "observers-two-ends", given: twoWantToEnd,
      expect: [
        .times(1, .finished, of: "first"),
        .any(
          .never(.marked(delivers("a picture"), by: "first")),
          .never(.marked(delivers("an error"), by: "first"))),
      ]),
    // With one lock it finishes once: it posts isExecuting twice and isFinished once.
    Scenario(
      "one-lock",
      given: twoWantToEnd + [
        .happens(.marked(delivers("a picture"), by: "first")),
        .never(.marked(delivers("an error"), by: "first")), .times(1, .finished, of: "first"),
        .happens(.announced("isFinished", by: "first")), .times(3, .announced, of: "first"),
      ],
      expect: []))
}

// The claims of lesson 10 about article A's `MyOperation` and about `isAsynchronous`.
extension Lesson10 {
  static let myOperationIsConcurrent = Claim(
    "A14b", in: "blocks-its-thread",
    given: [
      .never(.enqueued, of: ["first"]),
      .sameThread(
        .event(.noted, of: "first", .type(name: "MyOperation", isAsynchronous: true)),
        .started("first"), .observed("first").last),
    ],
    // Refuted only if all the work was done on the thread of start(), which returned after it.
    expect: [
      .any(
        .order(.returned("first"), .marked(step(2), by: "first")),
        .differentThreads(.started("first"), .marked(step(1), by: "first")),
        .differentThreads(.started("first"), .marked(step(2), by: "first")))
    ])

  static let mayStaySynchronous = Claim(
    "C03c", in: "no-is-asynchronous",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(answers(isAsynchronous: false, inheritedIsFinished: false)), at: lookAtWork)
    ],
    expect: [
      .state([.ready, .executing], at: idleAtWork), .place(nil, at: .settled("first")),
      .happens(.started("next")),
    ])

  static let progressCountsMain = Claim(
    "A21c", in: "progress",
    given: ["block", "cancelled", "own start"].flatMap { name -> [Trace.Condition] in
      [
        .added(name, to: "downloads"), .flags(.finished, at: .settled(name)),
        .order(.firstSettled(name), .marked(like: units(0), by: name)),
      ]
    } + [
      .order(.cancelled("cancelled"), .added("cancelled")), .neverCancelled("block", "own start"),
      .happens(.began("block"), .started("own start")),
    ],
    expect: ["block", "cancelled", "own start"].map { .happens(.marked(units(1), by: $0)) })
}
