import OperationBench
import OperationDownloads

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

extension Lesson13 {
  static let startsOnce = Claim(
    "B01a", in: "start-again",
    given: [
      .times(2, .started, of: "photo"),
      .order(.started("photo"), .ended("photo"), .started("photo").last),
      .flags(.finished, at: .started("photo").last), .flags(.finished, at: .settled("photo")),
    ],
    expect: [.times(1, .began, of: "photo"), .ends(.completes)])

  static let newOperation = Claim(
    "B01c", in: "right-way",
    given: [
      .order(.began("photo"), .added("photo again"), .ended("photo")),
      .added(["crop", "stamp"], to: "downloads", isSuspended: true, dependencies: ["photo"]),
      .each(allOnce) { [.order(.added($0), .started($0))] },
    ],
    expect: [
      .each(allOnce) {
        [
          .times(1, .started, of: $0), .times(1, .began, of: $0),
          .flags(.finished, at: .settled($0)), .place(nil, at: .settled($0)),
        ]
      },
      .order(.ended("photo"), .began("crop")), .order(.ended("photo"), .began("stamp")),
    ])

  static let ownStartUnchecked = Claim(
    "C31d",
    Scenario(
      "own-start", given: startedByHandAndQueue,
      expect: [.times(2, .began, of: "upload"), .ends(.completes)]),
    Scenario(
      "checked-start", given: startedByHandAndQueue,
      expect: [
        .times(1, .began, of: "upload"), .order(.began("upload"), .resumed("uploads")),
        .order(.started("upload").last, .announced("isFinished", by: "upload")),
        .flags(.finished, at: .settled("upload")), .place(nil, at: .settled("upload")),
      ]))
}

// The claim of lesson 13 about isReady that is posted while an operation is added to its queue.
extension Lesson13 {
  static let hearsWhileAdding = Claim(
    "C30e", in: "own-ready-while-added",
    given: ticketWhileAdded + [
      .times(1, .announced, of: "photo"), .flags(.ready, at: .observed("photo")),
      .flags(.ready, not: .cancelled, at: .settled("photo")),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])
}

// The premises: two starts, a ticket without which photo is not ready, and a message that comes from
// Foundation.
extension Lesson13 {
  /// The operations of the program right-way.
  static let allOnce = ["photo", "photo again", "crop", "stamp"]

  /// upload was started by hand while it was in its queue, and then by the queue.
  static let startedByHandAndQueue: [Trace.Condition] = [
    .added("upload", to: "uploads", isSuspended: true), .times(2, .started, of: "upload"),
    .order(
      .added("upload"), .started("upload"), .resumed("uploads"), .started("upload").last),
    .differentThreads(.started("upload"), .started("upload").last),
    .flags(not: .finished, at: .started("upload")),
    .flags(not: .finished, at: .started("upload").last),
  ]

  /// photo was in its queue and needed only its ticket.
  static let waitsForTicket: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .neverSuspended("downloads"),
    .state([], at: .added("photo")), .state([], at: .firstSettled("photo")),
    .place("downloads", at: .firstSettled("photo")),
  ]

  /// The call that added photo was reading isReady when another thread gave it its ticket and posted
  /// isReady.
  static let ticketWhileAdded: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .state([], at: .added("photo")),
    .order(
      .added("photo"), .marked(asked, by: "photo"), .announced("isReady", by: "photo"),
      .observed("photo")),
    .sameThread(.added("photo"), .marked(asked, by: "photo")),
    .differentThreads(.marked(asked, by: "photo"), .announced("isReady", by: "photo")),
  ]

  /// The message of the trap is Foundation's own.
  static let messageIsFoundations: Trace.Condition = .prints("Lesson13", false)
}

extension Trace.Condition {
  /// The queue was not resumed during the run.
  static func neverResumed(_ queue: String) -> Self {
    Self("'\(queue)' was never resumed") { run in
      Outcome(run.all(.resumed, of: queue).isEmpty, "", [])
    }
  }
}

// The claims of lesson 13 about isReady.
extension Lesson13 {
  static let readyMeansSoon = Claim(
    "A09b", in: "ready",
    given: [
      .added("parked", to: "suspended", isSuspended: true, dependencies: []),
      .added("behind", to: "downloads", width: 1, dependencies: []),
      .order(.began("first"), .added("behind"), .firstSettled("behind"), .ended("first")),
      .state([.ready], at: .firstSettled("parked")), .state([.ready], at: .firstSettled("behind")),
      .happens(.started("parked"), .started("behind")),
    ],
    expect: [
      .order(.started("parked"), .firstSettled("parked")),
      .order(.started("behind"), .firstSettled("behind")),
    ])

  static let readyByAdding = Claim(
    "B03c", in: "ready",
    given: [
      .order(.observed("parked"), .added("parked")), .order(.observed("behind"), .added("behind")),
      .never(.enqueued, of: ["alone"]),
    ],
    expect: [
      .flags(not: .ready, at: .observed("alone")), .flags(not: .ready, at: .settled("alone")),
      .flags(not: .ready, at: .observed("parked")), .flags(not: .ready, at: .observed("behind")),
    ])

  static let mayDecideReadiness = Claim(
    "C30c", in: "own-ready",
    given: waitsForTicket,
    expect: [
      .order(.firstSettled("photo"), .announced("isReady", by: "photo"), .began("photo")),
      .place(nil, at: .settled("photo")),
    ])

  static let mustAnnounceReadiness = Claim(
    "C30d", in: "own-ready-unannounced",
    given: waitsForTicket + [
      .order(.firstSettled("photo"), .observed("photo")), .state([.ready], at: .observed("photo")),
      .never(.announced("isReady", by: "photo")),
    ],
    expect: [.never(.began("photo")), .place("downloads", at: .settled("photo"))])
}

// The claims of lesson 13 about calls that trap, each with a message from Foundation.
extension Lesson13 {
  static let noMoreBlocks = Claim(
    "B01b", in: "add-block-late",
    given: [messageIsFoundations, .flags(.executing, at: .observed("photo"))],
    expect: [
      .traps(at: .observed("photo"), saying: "blocks cannot be added after the operation")
    ])

  static let startExecutingTraps = Claim(
    "C30a", in: "start-executing",
    given: [messageIsFoundations, .flags(.executing, at: .started("photo").last)],
    expect: [.traps(at: .started("photo").last, saying: "already executing")])

  static let startUnreadyTraps = Claim(
    "C30b", in: "start-unready",
    given: [messageIsFoundations, .flags(not: .ready, at: .started("crop"))],
    expect: [.traps(at: .started("crop"), saying: "not yet ready to execute")])

  static let startQueuedTraps = Claim(
    "C31a", in: "start-queued",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true, dependencies: []),
      .neverResumed("downloads"), .order(.added("photo"), .started("photo")),
      .flags(not: [.executing, .finished, .cancelled], at: .started("photo")),
    ],
    expect: [.traps(at: .started("photo"), saying: "simultaneously from more than one thread")])

  static let enqueueStartedTraps = Claim(
    "C31b", in: "enqueue-finished",
    given: [
      messageIsFoundations, .times(1, .enqueued, of: "photo"),
      .order(.ended("photo"), .added("photo")), .flags(.finished, at: .added("photo")),
    ],
    expect: [.traps(at: .added("photo"), saying: "enqueued")])

  static let enqueueTwiceTraps = Claim(
    "C31c", in: "enqueue-twice",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true),
      .neverResumed("downloads"),
      .order(.added("photo", to: "downloads"), .added("photo", to: "retries")),
      .flags(not: [.executing, .finished], at: .added("photo", to: "retries")),
    ],
    expect: [.traps(at: .added("photo", to: "retries"), saying: "enqueued")])
}
