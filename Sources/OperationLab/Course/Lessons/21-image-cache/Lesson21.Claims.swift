import OperationLab
import OperationTesting

extension Lesson21 {
  static let memoryFirst = Claim(
    "C33a", "The loader looks in memory first, on the caller's thread, before load() returns.",
    origin: .article(
      .c,
      passage: .init(
        "這個過程是在主線程中進行的",
        "this happens on the main thread",
        at: 965,
        but: "It is the caller's thread, which in an app is usually the main thread.")),
    expected: .everywhere(
      .confirmed,
      because: """
        Memory is a table with a lock. load() reads it before it returns. If the picture is there, \
        the caller also gets it before load() returns.
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
    If a picture is not in memory, the loader looks on disk in the disk's own queue. It uses the \
    network only if the picture is not on disk either.
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
        load() adds a block to the disk's queue and returns. The block asks for a download if the disk \
        does not have the picture.
        """),
    in: "three-places",
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
        The inherited cancel() only sets a flag, so the subclass must end its transfer itself. When \
        it reports finished, the transfer has ended.
        """),
    in: "cancels-in-order", given: firstIsCancelled,
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
    "C36b",
    """
    If cancel() reports finished before it cancels the transfer, two transfers run at the same time \
    in a queue of width 1.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        isFinished frees the slot at once. The queue does not count what an operation does after \
        that.
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
      .order(.began("reply 2"), firstConnectionIsClosed),
    ])
}

// What the memory keeps: pictures or files.
extension Lesson21 {
  static let memoryIsDecoded = Claim(
    "C33e", "The pictures in memory are decoded.",
    origin: .article(
      .c,
      passage: .init(
        "并且在內存緩存里的圖片是解壓過的。",
        "and the pictures in the memory cache are decompressed.",
        at: 966)),
    expected: .everywhere(
      .confirmed,
      because: """
        The cache keeps decoded pictures, so the main thread can get them without work. If it kept \
        files, each call would decode on the caller's thread.
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

// Parts of SDWebImage's picture loader, as article C describes it.
extension Lesson21 {
  static let oneLookAtATime = Claim(
    "C33d",
    """
    The disk's queue is serial, so a look begins only when the one before it has ended. If each look \
    had its own queue, two would run at the same time.
    """,
    origin: .article(
      .c,
      passage: .init(
        "_ioQueue 是自動定義的串行隊列",
        "_ioQueue is an automatically defined serial queue",
        at: 971,
        but: "自動 (automatically) is surely a slip for 自 (own): a serial queue of its own.")),
    expected: .everywhere(
      .confirmed,
      because: """
        A serial queue runs one block at a time, in order. All access to the folder is in this \
        queue, so no file is read while it is written, and no lock is needed.
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
    An Operation that is never started can be the cancellation token of a block in a dispatch queue. \
    The block must read the token's isCancelled. Otherwise it runs although the token is cancelled.
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
        cancel() sets a flag that any thread may read. Nothing else of the operation is used. It \
        stays ready and cancelled, because only start() would finish it. The dispatch queue does not \
        see the token.
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

// SDWebImage's downloader.
extension Lesson21 {
  static let sixAtATime = Claim(
    "C35a", "The downloader's queue has width 6, so at most six transfers run at the same time.",
    origin: .article(
      .c,
      passage: .init(
        "所以SDWebImage最多同時下載6張圖片",
        "so SDWebImage downloads at most 6 pictures at the same time",
        at: 954)),
    expected: .everywhere(
      .confirmed,
      because: """
        Six operations hold the six slots until their transfers have ended. The seventh request \
        reaches the server when the first picture has arrived.
        """),
    in: "six",
    given: [.each(pictures) { [.order(.ended($0), idleWhileHeld)] }, heldWhileIdle(6)],
    expect: [
      .fact(.mark(holdsWhileIdle(6)), at: idleWhileHeld),
      .peak(6, of: replies, from: .began, to: .ended),
      .each(pictures) { [.marks([gets(from: "network")], by: $0)] },
    ])

  static let transferDecides = Claim(
    "C35b",
    """
    The queue's width limits transfers because each operation finishes only when its transfer has \
    ended. If it finishes when start() returns, the width does not limit transfers.
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
        An operation holds its slot until it is finished. The queue counts operations. It does not \
        count transfers.
        """),
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
