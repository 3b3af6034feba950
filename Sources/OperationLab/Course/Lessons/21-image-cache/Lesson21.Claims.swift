import OperationLab
import OperationTesting

extension Lesson21 {
  static let memoryFirst = Claim(
    "C33a", "The loader looks in memory first, at once, on the caller's thread.",
    origin: .article(
      .c,
      passage: .init(
        "這個過程是在主線程中進行的",
        "this happens on the main thread",
        at: 965,
        but: "It is the thread of whoever calls, which in an app is mostly the main thread.")),
    expected: .everywhere(
      .confirmed,
      because: """
        Memory is a table under a lock. load() looks before it returns, whoever calls it; what is \
        there is handed over before it returns, too.
        """),
    in: "three-places", given: eachAskLooksInMemoryOnce,
    expect: [
      .each(asks) { [.sameThread(.began($0), lookInMemory($0))] },
      .order(lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk")),
      .onMain(.began("ask 4"), false),
      .order(lookInMemory("ask 2"), .marked(gets(from: "memory"), by: "ask 2"), .ended("ask 2")),
      .order(lookInMemory("ask 4"), .marked(gets(from: "memory"), by: "ask 4"), .ended("ask 4")),
    ])

  static let thenDisk = Claim(
    "C33b",
    """
    ... then on disk, on a queue of the disk's own, and nowhere else when it is there; the network \
    comes last.
    """,
    origin: .article(
      .c,
      passage: .init(
        "如果內存緩存里沒有,會從磁盤里取",
        "if it is not in the memory cache, it is taken from the disk",
        at: 969)),
    expected: .everywhere(
      .confirmed,
      because: """
        load() gives the disk's queue a block and returns. The block asks for a download when the \
        disk has nothing.
        """),
    in: "three-places",
    given: eachAskLooksInMemoryOnce + [
      .order(.marked(has("/p"), by: "disk"), .marked(isAtRest, by: "server"))
    ],
    expect: [
      .marks([lacks("/p"), has("/p")], by: "disk"),
      .onMain(.marked(lacks("/p"), by: "disk"), false),
      .onMain(.marked(has("/p"), by: "disk"), false),
      .order(
        lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk"), .marked(isAsked, by: "server")),
      .marks([isAsked, isAtRest], by: "server"),
      .order(lookInMemory("ask 3"), .marked(has("/p"), by: "disk")),
      .marks([gets(from: "disk")], by: "ask 3"),
    ])

  static let tokenStopsLoader = Claim(
    "C34b",
    "When the kit's loader is cancelled like this, it looks neither on disk nor on the network.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The download would have been asked for by the block that never looked. The caller is told \
        by cancel() itself: a block that does nothing tells nobody.
        """),
    in: "cancels-look",
    given: [
      .order(
        .began("other look"), .marked(lacks("/p"), by: "memory"), .cancelled("token"),
        .ended("other look")),
      .state([.ready, .cancelled], at: .cancelled("token")),
    ],
    expect: [
      .marks([lacks("/other")], by: "disk"), .marks([wasAsked(for: "nothing")], by: "server"),
      .marks([getsError("cancelled")], by: "caller"),
      .state([.ready, .cancelled], at: .settled("token")),
    ])
}

/// What `cancel()` of a downloader does, and in which order.
extension Lesson21 {
  static let cancelsInOrderClaim = Claim(
    "C36a",
    "The downloader's cancel() cancels the transfer and then updates executing and finished.",
    origin: .article(
      .c,
      passage: .init(
        "方法里取消了NSURLSessionTask并且更新了operataion的狀態",
        "the method cancels the NSURLSessionTask and updates the state of the operation",
        at: 931)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() of Operation only sets a flag, so the subclass ends what it has begun. When the \
        queue hears of the end, there is one.
        """),
    in: "cancels-in-order", given: firstIsCancelled,
    expect: [
      .order(
        .cancelled("picture 1"), .marked(transferIsCancelled, by: "picture 1"),
        .observed("picture 1"), .finished("picture 1"), .announced("isFinished", by: "picture 1"),
        .started("picture 2")),
      .order(firstConnectionIsGone, .observed("picture 1")),
      .flags(.executing, at: .marked(transferIsCancelled, by: "picture 1")),
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .state([.ready, .finished, .cancelled], at: .finished("picture 1")),
    ])

  static let otherOrder = Claim(
    "C36b",
    """
    In the other order the queue gives the slot away while the transfer is still under way: two \
    transfers at a time with width 1.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        isFinished is what frees the slot, at once, on whatever thread says so. What an operation \
        does after it is done outside the queue's count.
        """),
    in: "reports-first",
    given: firstIsCancelled + [
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .flags(.finished, at: .finished("picture 1")),
      .order(.finished("picture 1"), .announced("isFinished", by: "picture 1")),
    ],
    expect: [
      .order(.finished("picture 1"), .started("picture 2")),
      .order(
        .began("reply 1"), .began("reply 2"), .marked(transferIsCancelled, by: "picture 1")),
      .order(.began("reply 2"), firstConnectionIsGone),
    ])

  static let kitCancelsClaim = Claim(
    "C36c",
    """
    The kit's downloader does the same: when cancel() returns it is finished, and the server finds \
    the connection gone.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Its cancel() claims the end, cancels the transfer and then moves from executing to finished \
        in one step, so nobody sees it neither executing nor finished.
        """),
    in: "kit-cancels",
    given: [
      .added("picture", to: "downloads"), .state([.ready, .executing], at: .observed("picture")),
      .order(
        .observed("picture"), .cancelled("picture"),
        .marked(getsError("cancelled"), by: "caller")),
      .sameThread(.cancelled("picture"), .marked(getsError("cancelled"), by: "caller")),
      .flags(.cancelled, at: .cancelled("picture")), .noTimeout,
    ],
    expect: [
      .state([.ready, .finished, .cancelled], at: .cancelled("picture")),
      .state([.ready, .finished, .cancelled], at: .settled("picture")),
      .place(nil, at: .settled("picture")), .marks([connectionIsGone], by: "server"),
    ])
}

// What is kept in memory: pictures, or files.
extension Lesson21 {
  static let memoryIsDecoded = Claim(
    "C33e", "Pictures in memory are decoded already.",
    origin: .article(
      .c,
      passage: .init(
        "并且在內存緩存里的圖片是解壓過的。",
        "and the pictures in the memory cache are decompressed.",
        at: 966)),
    expected: .everywhere(
      .confirmed,
      because: """
        The cache keeps what the download has made of the bytes. To hand it over decodes nothing, so \
        the main thread may ask; a memory that keeps files decodes on the thread of whoever asks.
        """),
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

/// The picture loader of SDWebImage, as article C describes it, in parts; right and wrong.
extension Lesson21 {
  static let callerGoesOn = Claim(
    "C33c",
    """
    ... so that a slow disk keeps no caller; a loader that waits for the disk's queue keeps its \
    caller as long as the disk takes.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        async() leaves the block and returns; sync() returns when the block has run. On the main \
        thread of an app this is one more frame, or one frame less.
        """),
    Scenario(
      "returns-first", given: [.onMain(.began("caller")), .happens(lookInQueue)],
      expect: [
        .order(.ended("caller"), .marked(callerGoesOn(true), by: "look")),
        .marks([isGiven, callerGoesOn(true)], by: "look"), .onMain(.ended("look"), false),
      ]),
    Scenario(
      "keeps-caller", given: [.onMain(.began("caller")), .happens(lookInQueue)],
      expect: [
        .order(.ended("look"), .ended("caller")),
        .marks([isGiven, callerGoesOn(false)], by: "look"),
      ]))

  static let oneLookAtATime = Claim(
    "C33d",
    """
    The queue is serial: no look begins before the one before it is over; with a queue for each \
    look, both are at the disk at once.
    """,
    origin: .article(
      .c,
      passage: .init(
        "_ioQueue 是自動定義的串行隊列",
        "_ioQueue is an automatically defined serial queue",
        at: 971)),
    expected: .everywhere(
      .confirmed,
      because: """
        A serial queue runs one block at a time, in order. Nobody else touches the folder, so no \
        file is read while it is being written, and no lock is needed.
        """),
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
    """
    A bare Operation that nobody starts serves as a cancellation token for a block on another \
    queue, if the block asks it; a block that does not ask runs all the same.
    """,
    origin: .article(
      .c,
      passage: .init(
        "用途是來通過operation的屬性isCancelled來取消執行block里面的代碼",
        """
        its use is to keep the code in the block from running, by the operation's property \
        isCancelled
        """,
        at: 995)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets a flag that any thread may read; nothing else of the operation is used. It \
        stays ready and cancelled: only start() would finish it. The queue of the block knows \
        nothing of the token.
        """),
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

// SDWebImage's downloader, right and wrong.
extension Lesson21 {
  static let sixAtATime = Claim(
    "C35a", "The downloader's queue has width 6: at most six transfers run at a time.",
    origin: .article(
      .c,
      passage: .init(
        "所以SDWebImage最多同時下載6張圖片",
        "so SDWebImage downloads at most 6 pictures at the same time",
        at: 954)),
    expected: .everywhere(
      .confirmed,
      because: """
        Six operations hold the six slots until their transfers are over. The seventh request \
        reaches the server when the first picture has been received.
        """),
    in: "six",
    given: [.each(pictures) { [.order(.ended($0), restWhileHeld)] }, heldAtRest(6)],
    expect: [
      .fact(.mark(holds(atRest: 6)), at: restWhileHeld),
      .peak(6, of: replies, from: .began, to: .ended),
      .each(pictures) { [.marks([gets(from: "network")], by: $0)] },
    ])

  static let transferDecides = Claim(
    "C35b",
    """
    ... because an operation is finished only when its transfer's callback says so; if start() says \
    so, the queue limits nothing.
    """,
    origin: .article(
      .c,
      passage: .init(
        "由于dataTask的代理回調后才會把operation的狀態設置為完成",
        """
        since the state of the operation is set to finished only after the delegate of the \
        dataTask was called back
        """,
        at: 952)),
    expected: .everywhere(
      .confirmed,
      because: """
        A slot is taken until isFinished. The width counts operations; it is a limit for transfers \
        as long as each operation lives as long as its transfer.
        """),
    Scenario(
      "finishes-last",
      given: allAddedBeforeRest + [
        heldAtRest(6),
        .each(pictures) { [.flags(.finished, at: .settled($0)), .place(nil, at: .settled($0))] },
      ],
      expect: [
        .fact(.mark(holds(atRest: 6)), at: restWhileHeld),
        .peak(6, of: replies, from: .began, to: .ended),
        .each(Array(pictures.prefix(6))) { [.state([.ready, .executing], at: .firstSettled($0))] },
        .each(["picture 7", "picture 8"]) {
          [.state(.ready, at: .firstSettled($0)), .place("downloads", at: .firstSettled($0))]
        },
      ]),
    Scenario(
      "finishes-first", given: allAddedBeforeRest + [heldAtRest(8)],
      expect: [
        .fact(.mark(holds(atRest: 8)), at: restWhileHeld),
        .each(pictures) {
          [.flags(.finished, at: .firstSettled($0)), .place(nil, at: .firstSettled($0))]
        },
      ]))
}

// The loader's calls, which look in memory before they return.
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
  static let lookInQueue = Trace.Moment.marked(lookIs(inQueue: true), by: "disk")

  static let bothGiven = Trace.Condition.order(
    .marked(isGiven, by: "look 1"), .marked(isGiven, by: "look 2"))

  /// The second look's token, a bare operation, was cancelled while the first look took its time.
  static let cancelledWhileWaiting: [Trace.Condition] = [
    .happens(.event(.noted, of: "token", .type("Operation", isAsynchronous: false))),
    .state([.ready, .cancelled], at: .cancelled("token")),
    .order(.began("look 1"), .cancelled("token"), .ended("look 1")),
    .order(.marked(isGiven, by: "look 2"), .cancelled("token")),
  ]
}

// Eight downloads, whose replies the server holds.
extension Lesson21 {
  static let pictures = (1...8).map { "picture \($0)" }
  static let replies = (1...8).map { "reply \($0)" }

  static let restWhileHeld = Trace.Moment.marked(like: holds(atRest: 0), by: "server")

  /// When the process was idle, so many replies were held, and none had been sent.
  static func heldAtRest(_ count: Int) -> Trace.Condition {
    .each(Array(replies.prefix(count))) { [.order(.began($0), restWhileHeld, .ended($0))] }
  }

  static let allAddedBeforeRest: [Trace.Condition] = [
    .added(pictures, to: "downloads", width: 6),
    .each(pictures) { [.order(.added($0), restWhileHeld)] },
  ]
}

// Two downloads in one slot.
extension Lesson21 {
  static let firstConnectionIsGone = Trace.Moment.event(
    .ended, of: "reply 1", .mark(connectionIsGone))

  /// `picture 1` was cancelled while it held the only slot, and the server noticed.
  static let firstIsCancelled: [Trace.Condition] = [
    .added(["picture 1", "picture 2"], to: "downloads", width: 1, dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("picture 1")),
    .order(.cancelled("picture 1"), firstConnectionIsGone), .noTimeout,
  ]
}
