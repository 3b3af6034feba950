import OperationBench
import OperationDoctor

/// Lesson 21. Its page is `Lessons/21-image-cache/README.md`.
enum Lesson21 {
  static let lesson = Lesson(
    21, "image-cache", title: "Memory, then disk, then six at a time",
    question: """
      You ask for a picture, and it is in memory, on disk or on the network. On which thread does each \
      place look? How do you stop a look that is no longer needed? And why does the seventh transfer \
      wait?
      """,
    programs: [
      threePlaces,
      asksToken,
      forgetsToken,
      finishesLast,
      finishesFirst,
    ],
    further: [
      six,
      oneAtATime,
      twoAtATime,
      cancelsInOrder,
      reportsFirst,
      decodedOnce,
      decodesEachTime,
    ],
    claims: [
      memoryFirst,
      thenDisk,
      tokenStopsBlock,
      transferDecides,
      sixAtATime,
      oneLookAtATime,
      cancelsInOrderClaim,
      otherOrder,
      memoryIsDecoded,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "three-places": .times(
      "The loader is asked for one picture four times. How many requests does the server get?",
      .marked(isAsked, by: "server")),
    "asks-token": .happens(
      "look 2 is cancelled while it waits. Does it begin?", .began("look 2")),
    "forgets-token": .happens(
      "look 2 is cancelled, and the block does not read its token. Does look 2 begin?",
      .began("look 2")),
    "finishes-last": .atOnce(
      """
      Eight pictures are in a queue of width 6. How many transfers run at the same time, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "finishes-first": .atOnce(
      """
      Each operation finishes when its start() returns. How many transfers run at the same time now, \
      at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "six": .atOnce(
      """
      The kit's loader is asked for eight pictures. How many transfers run at the same time, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "one-at-a-time": .first(
      "Two looks share one serial queue. Which comes first?",
      ("look 1 ends", .ended("look 1")),
      ("look 2 begins", .began("look 2"))),
    "two-at-a-time": .first(
      "Each look has its own queue. Which comes first?",
      ("look 1 ends", .ended("look 1")),
      ("look 2 begins", .began("look 2"))),
    "cancels-in-order": .first(
      "cancel() of picture 1 ends its transfer and then reports finished. Which comes first?",
      ("its connection is closed", .ended("reply 1")),
      ("picture 2 starts", .started("picture 2"))),
    "reports-first": .first(
      "cancel() of picture 1 reports finished and then ends its transfer. Which comes first?",
      ("its connection is closed", .ended("reply 1")),
      ("picture 2 starts", .started("picture 2"))),
    "decoded-once": .times(
      "The loader is asked for one picture twice. How often is the picture decoded?",
      .marked("decodes {} bytes", by: "decoder")),
    "decodes-each-time": .times(
      "The memory keeps the file and not the picture. How often is it decoded now?",
      .marked("decodes {} bytes", by: "decoder")),
  ]
}

extension Lesson21 {
  static let memoryFirst = Claim(
    "C33a", in: "three-places",
    given: eachAskLooksInMemoryOnce,
    expect: [
      .each(asks) { [.sameThread(.began($0), lookInMemory($0))] },
      .order(lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk")),
      .onMain(.began("ask 4"), false),
      .order(lookInMemory("ask 2"), .marked(gets(from: "memory"), by: "ask 2"), .ended("ask 2")),
      .order(lookInMemory("ask 4"), .marked(gets(from: "memory"), by: "ask 4"), .ended("ask 4")),
    ])

  static let thenDisk = Claim(
    "C33b", in: "three-places",
    given: eachAskLooksInMemoryOnce + [
      .order(.marked(has("/p"), by: "disk"), .marked(isIdle, by: "server"))
    ],
    expect: [
      .marks([lacks("/p"), has("/p")], by: "disk"),
      .onMain(.marked(lacks("/p"), by: "disk"), false),
      .onMain(.marked(has("/p"), by: "disk"), false),
      .order(
        lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk"), .marked(isAsked, by: "server")),
      .marks([isAsked, isIdle], by: "server"),
      .order(lookInMemory("ask 3"), .marked(has("/p"), by: "disk")),
      .marks([gets(from: "disk")], by: "ask 3"),
    ])
}

// The order of the steps of a downloader's `cancel()`.
extension Lesson21 {
  static let cancelsInOrderClaim = Claim(
    "C36a", in: "cancels-in-order",
    given: firstIsCancelled,
    expect: [
      .order(
        .cancelled("picture 1"), .marked(transferIsCancelled, by: "picture 1"),
        .observed("picture 1"), .finished("picture 1"), .announced("isFinished", by: "picture 1"),
        .started("picture 2")),
      .order(firstConnectionIsClosed, .observed("picture 1")),
      .flags(.executing, at: .marked(transferIsCancelled, by: "picture 1")),
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .state([.ready, .finished, .cancelled], at: .finished("picture 1")),
    ])

  static let otherOrder = Claim(
    "C36b", in: "reports-first",
    given: firstIsCancelled + [
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .flags(.finished, at: .finished("picture 1")),
      .order(.finished("picture 1"), .announced("isFinished", by: "picture 1")),
    ],
    expect: [
      .order(.finished("picture 1"), .started("picture 2")),
      .order(
        .began("reply 1"), .began("reply 2"), .marked(transferIsCancelled, by: "picture 1")),
      .order(.began("reply 2"), firstConnectionIsClosed),
    ])
}

// What the memory keeps: pictures or files.
extension Lesson21 {
  static let memoryIsDecoded = Claim(
    "C33e",
    Scenario(
      "decoded-once",
      given: answeredFromMemory + [
        .order(
          .marked(like: decodes(0), by: "decoder"), .marked(gets(from: "network"), by: "ask 1"))
      ],
      expect: [.times(1, .noted, of: "decoder")]),
    Scenario(
      "decodes-each-time",
      given: answeredFromMemory + [
        .order(
          .began("ask 2"), .marked(like: decodes(0), by: "decoder").after(.began("ask 2")),
          .ended("ask 2"))
      ],
      expect: []))
}

// Parts of SDWebImage's picture loader, as article C describes it.
extension Lesson21 {
  static let oneLookAtATime = Claim(
    "C33d",
    Scenario(
      "one-at-a-time", given: [bothGiven],
      expect: [
        .order(.ended("look 1"), .began("look 2")),
        .marks([isGiven, secondDoesNotBegin], by: "look 1"),
      ]),
    Scenario(
      "two-at-a-time", given: [bothGiven],
      expect: [
        .order(.began("look 2"), .ended("look 1")), .marks([isGiven, meetsSecond], by: "look 1"),
      ]))

  static let tokenStopsBlock = Claim(
    "C34a",
    Scenario(
      "asks-token", given: cancelledWhileWaiting,
      expect: [
        .never(.began("look 2"), until: .settled("token")),
        .order(.ended("look 1"), .settled("token")),
        .state([.ready, .cancelled], at: .settled("token")),
      ]),
    Scenario(
      "forgets-token",
      given: cancelledWhileWaiting + [.order(.cancelled("token"), .began("look 2"))],
      expect: [.times(1, .began, of: "look 2")]))
}

// SDWebImage's downloader.
extension Lesson21 {
  static let sixAtATime = Claim(
    "C35a", in: "six",
    given: [.each(pictures) { [.order(.ended($0), idleWhileHeld)] }, heldWhileIdle(6)],
    expect: [
      .fact(.mark(holdsWhileIdle(6)), at: idleWhileHeld),
      .peak(6, of: replies, from: .began, to: .ended),
      .each(pictures) { [.marks([gets(from: "network")], by: $0)] },
    ])

  static let transferDecides = Claim(
    "C35b",
    Scenario(
      "finishes-last",
      given: allAddedBeforeIdle + [
        heldWhileIdle(6),
        .each(pictures) { [.flags(.finished, at: .settled($0)), .place(nil, at: .settled($0))] },
      ],
      expect: [
        .fact(.mark(holdsWhileIdle(6)), at: idleWhileHeld),
        .peak(6, of: replies, from: .began, to: .ended),
        .each(Array(pictures.prefix(6))) { [.state([.ready, .executing], at: .firstSettled($0))] },
        .each(["picture 7", "picture 8"]) {
          [.state(.ready, at: .firstSettled($0)), .place("downloads", at: .firstSettled($0))]
        },
      ]),
    Scenario(
      "finishes-first", given: allAddedBeforeIdle + [heldWhileIdle(8)],
      expect: [
        .fact(.mark(holdsWhileIdle(8)), at: idleWhileHeld),
        .each(pictures) {
          [.flags(.finished, at: .firstSettled($0)), .place(nil, at: .firstSettled($0))]
        },
      ]))
}

// The loader's calls. Each looks in memory before it returns.
extension Lesson21 {
  static let asks = (1...4).map { "ask \($0)" }

  /// The look in memory during a call of `load()`.
  static func lookInMemory(_ ask: String) -> Trace.Moment {
    let isThere = ask == "ask 2" || ask == "ask 4"
    return .marked(isThere ? has("/p") : lacks("/p"), by: "memory").after(.began(ask))
  }

  static let eachAskLooksInMemoryOnce: [Trace.Condition] = [
    .marks([lacks("/p"), has("/p"), isEmptied, lacks("/p"), has("/p")], by: "memory"),
    .each(asks) { [.order(.began($0), lookInMemory($0), .ended($0))] },
  ]

  /// The second call is answered before it returns.
  static let answeredFromMemory: [Trace.Condition] = [
    .order(.began("ask 2"), .marked(gets(from: "memory"), by: "ask 2"), .ended("ask 2")),
    .sameThread(.began("ask 2"), .marked(gets(from: "memory"), by: "ask 2")),
  ]
}

// Looks on disk.
extension Lesson21 {
  static let bothGiven = Trace.Condition.order(
    .marked(isGiven, by: "look 1"), .marked(isGiven, by: "look 2"))

  /// The second look's token was cancelled during the first look.
  static let cancelledWhileWaiting: [Trace.Condition] = [
    .happens(.event(.noted, of: "token", .type(name: "Operation", isAsynchronous: false))),
    .state([.ready, .cancelled], at: .cancelled("token")),
    .order(.began("look 1"), .cancelled("token"), .ended("look 1")),
    .order(.marked(isGiven, by: "look 2"), .cancelled("token")),
  ]
}

// Eight downloads. The server holds their replies.
extension Lesson21 {
  static let pictures = (1...8).map { "picture \($0)" }
  static let replies = (1...8).map { "reply \($0)" }

  static let idleWhileHeld = Trace.Moment.marked(like: holdsWhileIdle(0), by: "server")

  /// When the process was idle, the server held so many replies and had sent none.
  static func heldWhileIdle(_ count: Int) -> Trace.Condition {
    .each(Array(replies.prefix(count))) { [.order(.began($0), idleWhileHeld, .ended($0))] }
  }

  static let allAddedBeforeIdle: [Trace.Condition] = [
    .added(pictures, to: "downloads", width: 6),
    .each(pictures) { [.order(.added($0), idleWhileHeld)] },
  ]
}

// Two downloads in one slot.
extension Lesson21 {
  static let firstConnectionIsClosed = Trace.Moment.event(
    .ended, of: "reply 1", .mark(connectionIsClosed))

  /// `picture 1` was cancelled while it held the only slot, and its connection was closed.
  static let firstIsCancelled: [Trace.Condition] = [
    .added(["picture 1", "picture 2"], to: "downloads", width: 1, dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("picture 1")),
    .order(.cancelled("picture 1"), firstConnectionIsClosed), .noTimeout,
  ]
}
