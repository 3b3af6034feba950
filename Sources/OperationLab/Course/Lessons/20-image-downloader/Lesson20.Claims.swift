import OperationTesting

extension Lesson20 {
  static let picture = Claim(
    "D04a", "The chain delivers progress, then the picture, and no error.",
    origin: .article(
      .d,
      passage: .init(
        "}.then { image in",
        "the second link of the chain in the example; the first takes the progress",
        at: 43,
        but: """
          The article shows the three links and does not say which are called. How often and in \
          what order is our reading of the chain.
          """)),
    expected: .everywhere(
      .confirmed,
      because: """
        Every chunk is reported as it comes. The end goes through one function, which hands over \
        the result once.
        """),
    in: "chain", given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(thenPicture(32, 32), by: "caller")),
      .marks([thenPicture(32, 32)], by: "caller"),
    ])

  static let error = Claim(
    "D04b", "If the bytes are no picture, the caller gets progress and then one error.",
    origin: .article(
      .d,
      passage: .init(
        ".catch { error in",
        "the third link of the chain in the example",
        at: 54)),
    expected: .everywhere(
      .confirmed,
      because: "A failure takes the same way out as a success: one function, one result."),
    in: "chain-fails", given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(catchError("no picture"), by: "caller")),
      .marks([catchError("no picture")], by: "caller"),
    ])

  static let cancelledChain = Claim(
    "D04c", "If it is cancelled on the way, the caller gets one error and no further progress.",
    origin: .article(
      .d,
      passage: .init(
        "wrongHandler?(.cancel)",
        "start() tells the error handler of a cancellation",
        at: 341)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() is one more end, which claims the result before it stops the transfer. What still \
        arrives finds that the end is taken.
        """),
    in: "chain-cancelled", given: cancelledAfterProgress,
    expect: [
      .times(1, .progressed, of: "caller"),
      .order(.cancelled("download"), .marked(catchError("cancelled"), by: "caller")),
      .marks([catchError("cancelled")], by: "caller"),
    ])
}

// Several requests for one address: the kit's manager, and article D's.
extension Lesson20 {
  static let forgetsTheRightOne = Claim(
    "D06e",
    """
    The article's manager, which forgets by address in the completion block, forgets the right \
    one: a download that is cancelled and asked for again can be cancelled again.
    """,
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The completion block of the old operation runs after the new one was put into the table \
        under the same address, and removes that. The new one runs on, known to nobody. Compare \
        the operation, not the address.
        """),
    Scenario(
      "forgets-the-new",
      given: cancelledAskedAndCancelled + [
        .added("download 2", to: "downloads"),
        .order(.marked(willHold(["download 1"]), by: "table"), cancelsFirst),
        .order(
          .marked(willHold(["download 2"]), by: "table"), .added("download 2"),
          .completed("download 1"), cancelsSecond),
        .order(removal, .completed("download 1")),
        .sameThread(removal, .completed("download 1")),
        .any(
          .fact(.mark(willHold([])), at: removal), .marks([getsError("cancelled")], by: "second")),
      ],
      expect: [.marks([getsError("cancelled")], by: "second")]),
    Scenario(
      "forgets-its-own",
      given: cancelledAskedAndCancelled + [.marks([getsError("cancelled")], by: "second")],
      expect: []))

  static let articleTransfersTwice = Claim(
    "D06f",
    "With the article's manager two requests for one address are two transfers, each for itself.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It makes a new operation for each request, and the table knows the last one only: \
        cancelling the address would leave the other running.
        """),
    in: "asks-twice", given: [bothAskedFirst(requests: 2)],
    expect: [
      .marks([wasAsked(for: "/picture /picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])

  static let shares = Claim(
    "D06g", "With the kit's manager they share one transfer, and each gets the picture.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The table holds, for each address, one operation and all who wait for it."),
    in: "shares-transfer", given: [bothAskedFirst(requests: 1)],
    expect: [
      .marks([wasAsked(for: "/picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])
}

// Article D's table, which no lock guards, and the closures that hold what holds them.
extension Lesson20 {
  static let tableLosesEntries = Claim(
    "D06h",
    """
    The article's table is changed by two threads, and no lock guards it: what one puts in while \
    the other takes something out may be lost, and can then not be cancelled.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        download() changes the table on its caller's thread, the completion block on another. In the \
        article it is a plain dictionary: losing an entry is the best that can happen.
        """),
    Scenario(
      "loses-an-entry",
      given: twoThreadsChangeTable + [
        .order(
          takesOut, .marked(willHold(["download 1", "download 2"]), by: "table"), holdsSecond,
          putsBack, cancelsTwo)
      ],
      expect: [
        .order(cancelsTwo, .marked(getsPicture, by: "picture 2")),
        .marks([getsPicture], by: "picture 2"),
      ]),
    Scenario(
      "keeps-every-entry",
      given: twoThreadsChangeTable + [
        .order(
          takesOut, putsBack, .marked(willHold(["download 2"]), by: "table"), holdsSecond,
          cancelsTwo),
        .order(cancelsTwo, .marked(getsError("cancelled"), by: "picture 2")),
        .marks([getsError("cancelled")], by: "picture 2"),
      ],
      expect: []))

  static let closuresHoldTheirOperation = Claim(
    "D06i",
    """
    The article's closures and its completion block capture the operation that keeps them: it is \
    never deallocated.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The operation holds its closures, and each closure holds the operation, to ask for its \
        address. Capture weakly, or drop the closures at the end.
        """),
    Scenario(
      "captures-itself",
      given: heldByItsClosuresOnly + [
        .flags(.finished, at: .settled("download 1")), .place(nil, at: .settled("download 1")),
      ],
      expect: [.never(.released("download 1"))]),
    Scenario(
      "captures-weakly", given: heldByItsClosuresOnly + [.happens(.released("download 1"))],
      expect: []))
}

// Cancelled at a moment of our choice.
extension Lesson20 {
  static let firstEndCounts = Claim(
    "D04d",
    """
    ... and cancelled between the last look and the end, still one of the two, if all ends go \
    through one function; a cancel() that tells the caller by itself brings both.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        After the last look there is always a moment in which cancel() may come. Looking cannot \
        close it; deciding under one lock who ends it, and letting only the first tell, does.
        """),
    Scenario(
      "tells-once", given: cancelledAfterLastLook,
      expect: [.marks([catchError("cancelled")], by: "caller")]),
    Scenario(
      "tells-twice", given: cancelledAfterLastLook,
      expect: [
        .any(
          .marks([catchError("cancelled"), thenPicture(32, 32)], by: "caller"),
          .marks([thenPicture(32, 32), catchError("cancelled")], by: "caller"))
      ]))

  static let resetTellsNobody = Claim(
    "D04e",
    """
    ... and a cancel() that resets the closures with all else, as the article's resets the \
    operation's other properties, brings neither.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The closures are properties, too. Reset before anybody has called one, they are gone: the \
        caller is told nothing and shows its progress bar for ever.
        """),
    in: "resets", given: cancelledAfterLastLook, expect: [.marks([], by: "caller")])

  static let eachChunk = Claim(
    "D05a",
    """
    An operation that looks for cancellation after each chunk stops with the next one; one that \
    does not takes all that comes.
    """,
    origin: .article(
      .d,
      passage: .init(
        "在比较耗时的操作之后都要检查一下isCancelled",
        "after each costly step look at isCancelled",
        at: 385)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets a flag. Whoever receives the bytes has to look at it, and then has to cancel \
        the transfer: nothing else stops the server.
        """),
    Scenario(
      "checks-each-chunk", given: onlyMarkedAfterProgress + [.noTimeout],
      expect: [
        .never(
          .progressed("caller").after(.cancelled("download")), until: .settled("download")),
        .marks([catchError("cancelled")], by: "caller"),
        .order(.cancelled("download"), .marked(connectionIsGone, by: "server")),
      ]),
    Scenario(
      "ignores-chunks",
      given: onlyMarkedAfterProgress + [.marks([decodesAll], by: "download")],
      expect: [
        .times(pieces, .progressed, of: "caller"),
        .marks([catchError("cancelled")], by: "caller"), .marks([], by: "server"),
      ]))

  static let afterDecoding = Claim(
    "D05b",
    """
    ... and one that looks after decoding does not deliver the picture of a cancelled download; \
    one that does not delivers it.
    """,
    origin: .article(
      .d,
      passage: .init(
        "比如URLSessionDataDelegate、把接收到的data转成uiimage等等",
        "such as URLSessionDataDelegate, turning the received data into a UIImage, and so on",
        at: 391)),
    expected: .everywhere(
      .confirmed,
      because: """
        Decoding takes long, and no chunk comes meanwhile. Without a look after it, a cell that \
        scrolled away gets the picture all the same, over the one that is there now.
        """),
    Scenario(
      "checks-after-decoding", given: cancelledWhileDecoding,
      expect: [.marks([catchError("cancelled")], by: "caller")]),
    Scenario(
      "forgets-after-decoding", given: cancelledWhileDecoding,
      expect: [.marks([thenPicture(32, 32)], by: "caller")]))
}

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  static let limits = Claim(
    "D06a", "The manager limits how many downloads run at a time.",
    origin: .article(
      .d,
      passage: .init(
        "我们还可以简单的设置最大并发下载数量",
        "we can also easily set how many downloads run at a time",
        at: 724)),
    expected: .everywhere(
      .confirmed,
      because: """
        It puts them into a queue with a width, and each is finished only when its transfer is. \
        The third request reaches the server when one of the first two has ended.
        """),
    in: "manager",
    given: [.order(firstRequests, .marked(remembers(six), by: "manager"), cancelsTwo)],
    expect: [
      .fact(.mark(serverWasAsked(for: "/1 /2")), at: firstRequests),
      .each(["picture 1 server", "picture 2 server"]) {
        [.order(.marked(isAsked, by: $0), cancelsTwo)]
      },
      .each(["picture 3 server", "picture 4 server"]) {
        [.order(cancelsTwo, .marked(isAsked, by: $0))]
      },
    ])

  static let cancelsOne = Claim(
    "D06b", "The article's manager cancels one download by its address.",
    origin: .article(
      .d,
      passage: .init(
        "guard let op = operations[url], !op.isFinished else { return }",
        "cancelLoadingUrl(_:) finds the operation by its address",
        at: 946)),
    expected: .everywhere(
      .confirmed,
      because: "It finds the operation in a table by address, and cancels that one."),
    in: "manager",
    given: [
      .order(.marked(isAsked, by: "picture 1 server"), cancelsTwo),
      .order(
        .marked(isAsked, by: "picture 2 server"), cancelsTwo,
        .marked(connectionIsGone, by: "picture 2 server"), cancelsEach),
      .noTimeout,
    ],
    expect: [
      .order(cancelsTwo, .marked(getsError("cancelled"), by: "picture 2"), cancelsEach),
      .marks([getsError("cancelled")], by: "picture 2"),
      .marks([getsError("cancelled")], by: "picture 2 again"),
      .marks([getsPicture], by: "picture 1"),
    ])

  static let cancelsAll = Claim(
    "D06c", "The article's manager cancels all downloads.",
    origin: .article(
      .d,
      passage: .init(
        "queue.cancelAllOperations()",
        "cancelAll() cancels all operations of its queue",
        at: 983)),
    expected: .everywhere(
      .confirmed,
      because: """
        Those that run end at once; those that wait for a slot end without a request. The kit's \
        manager cancels the waiting ones first: each slot that is freed would start one of them.
        """),
    in: "manager",
    given: [
      .each(["picture 3", "picture 4"]) {
        [
          .order(
            .marked(isAsked, by: "\($0) server"), cancelsEach,
            .marked(connectionIsGone, by: "\($0) server"))
        ]
      },
      .each((3...6).map { "picture \($0)" }) {
        [.order(cancelsEach, .marked(getsError("cancelled"), by: $0))]
      },
      .noTimeout,
    ],
    expect: [
      .each((3...6).map { "picture \($0)" }) { [.marks([getsError("cancelled")], by: $0)] },
      // In the other order the queue would start one that waits in each slot that is freed.
      .each(["picture 5", "picture 6"]) { waiting in
        ["picture 3", "picture 4"].map { running in
          .order(
            .marked(getsError("cancelled"), by: waiting),
            .marked(getsError("cancelled"), by: running))
        }
      },
      .fact(.mark(serverWasAsked(for: "/1 /2 /3 /4")), at: firstRequests.last),
    ])

  static let forgetsFinished = Claim(
    "D06d", "The article's manager forgets each download when it completes.",
    origin: .article(
      .d,
      passage: .init(
        "self?.operations.removeValue(forKey: url)",
        "the completion block takes the operation out of the table",
        at: 899)),
    expected: .everywhere(
      .confirmed,
      because: """
        What is over is taken out of the table: a table that only grows is a leak, and its \
        addresses could never be asked for again.
        """),
    in: "manager",
    given: [
      .order(
        .marked(remembers(six), by: "manager"), .marked(getsPicture, by: "picture 1"),
        remembersAfterFirst, cancelsEach, lastRemembers)
    ],
    expect: [
      .fact(.mark(remembers("/3 /4 /5 /6")), at: remembersAfterFirst),
      .fact(.mark(remembers("nothing")), at: lastRemembers),
    ])
}
