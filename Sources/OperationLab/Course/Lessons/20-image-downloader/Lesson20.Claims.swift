import OperationTesting

extension Lesson20 {
  static let picture = Claim(
    "D04a", "The chain delivers progress, then the picture, and no error.",
    origin: .article(
      .d,
      passage: .init(
        "}.then { image in",
        "the second link of the chain in the example. The first takes the progress",
        at: 43,
        but: """
          The article shows the three closures and does not say which are called. How often and in \
          which order is our reading.
          """)),
    expected: .everywhere(
      .confirmed,
      because: """
        Each chunk reports progress when it arrives. One function ends the download and delivers \
        one result.
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
        at: 54,
        but: "The article does not say when this closure is called. That is our reading.")),
    expected: .everywhere(
      .confirmed,
      because: "A failure calls the same function as a success, which delivers one result."),
    in: "chain-fails", given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(catchError("no picture"), by: "caller")),
      .marks([catchError("no picture")], by: "caller"),
    ])

  static let cancelledChain = Claim(
    "D04c",
    "If a download is cancelled while it runs, the caller gets one error and no more progress.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() is one more end. It delivers the error before it stops the transfer. Bytes that \
        arrive later find that the download has ended.
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
  static let cancelsAgain = Claim(
    "D06e",
    """
    With article D's manager, a download that is cancelled and requested again can be cancelled \
    again.
    """,
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The completion block of the first operation removes the address from the table. The \
        second operation is under that address by then, so cancel() does not find it. Compare the \
        operation, not the address.
        """),
    Scenario(
      "forgets-the-new",
      given: cancelledAskedAndCancelled + [
        .added("download 2", to: "downloads"),
        .order(.marked(has(["download 1"]), by: "table"), cancelsFirst),
        .order(
          .marked(has(["download 2"]), by: "table"), .added("download 2"),
          .completed("download 1"), cancelsSecond),
        .order(removal, .completed("download 1")),
        .sameThread(removal, .completed("download 1")),
        .any(
          .fact(.mark(has([])), at: removal), .marks([getsError("cancelled")], by: "second")),
      ],
      expect: [.marks([getsError("cancelled")], by: "second")]),
    Scenario(
      "forgets-its-own",
      given: cancelledAskedAndCancelled + [.marks([getsError("cancelled")], by: "second")],
      expect: []))

  static let articleTransfersTwice = Claim(
    "D06f",
    "With article D's manager, two requests for one address are two transfers.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It makes a new operation for each request. The table has only the last one, so cancelling \
        the address leaves the first running.
        """),
    in: "asks-twice", given: [bothAskedFirst(requests: 2)],
    expect: [
      .marks([requests("/picture /picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])

  static let shares = Claim(
    "D06g",
    "With the kit's manager, two requests for one address share a transfer, and both callers get the picture.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "For each address its table has one operation and all its callers."),
    in: "shares-transfer", given: [bothAskedFirst(requests: 1)],
    expect: [
      .marks([requests("/picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])
}

// Cancelled at a moment that the program chooses.
extension Lesson20 {
  static let firstEndCounts = Claim(
    "D04d",
    """
    If cancel() comes between the last check and the end, the caller gets one result when one \
    function delivers it. If cancel() calls the closure itself, the caller gets an error and a \
    picture.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() can always come after the last check, so a check cannot prevent two results. One \
        flag under a lock can: only the first caller of the function delivers its result.
        """),
    Scenario(
      "tells-once", given: cancelledAfterLastCheck,
      expect: [.marks([catchError("cancelled")], by: "caller")]),
    Scenario(
      "tells-twice", given: cancelledAfterLastCheck,
      expect: [
        .any(
          .marks([catchError("cancelled"), thenPicture(32, 32)], by: "caller"),
          .marks([thenPicture(32, 32), catchError("cancelled")], by: "caller"))
      ]))

  static let resetDeliversNothing = Claim(
    "D04e",
    """
    If cancel() resets the closures before one of them is called, the caller gets neither a \
    picture nor an error.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Article D's cancel() resets the other properties of the operation. The closures are \
        properties, too. Without them the caller shows its progress bar forever.
        """),
    in: "resets", given: cancelledAfterLastCheck, expect: [.marks([], by: "caller")])

  static let eachChunk = Claim(
    "D05a",
    """
    An operation that checks isCancelled after each chunk stops at the next chunk. An operation \
    that does not check receives all chunks.
    """,
    origin: .article(
      .d,
      passage: .init(
        "在比较耗时的操作之后都要检查一下isCancelled",
        "after each costly step check isCancelled",
        at: 385)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() only sets a flag. The code that receives the bytes must check it, and then \
        cancel the transfer.
        """),
    Scenario(
      "checks-each-chunk", given: onlyMarkedAfterProgress + [.noTimeout],
      expect: [
        .never(
          .progressed("caller").after(.cancelled("download")), until: .settled("download")),
        .marks([catchError("cancelled")], by: "caller"),
        .order(.cancelled("download"), .marked(connectionIsClosed, by: "server")),
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
    An operation that checks isCancelled after decoding does not deliver the picture of a \
    cancelled download. An operation that does not check delivers it.
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
        Decoding takes long, and no chunk arrives meanwhile. Without a check afterwards, the \
        picture of a cancelled row replaces the picture that the row has now.
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
    "D06a", "A manager can limit how many downloads run at a time.",
    origin: .article(
      .d,
      passage: .init(
        "我们还可以简单的设置最大并发下载数量",
        "we can also easily set how many downloads run at a time",
        at: 724)),
    expected: .everywhere(
      .confirmed,
      because: """
        The kit's manager adds them to a queue with maxConcurrentOperationCount, and each finishes when its \
        transfer ends. The third request reaches the server when one of the first two has ended.
        """),
    in: "manager",
    given: [.order(firstRequests, .marked(has(six), by: "manager"), cancelsTwo)],
    expect: [
      .fact(.mark(requests("/1 /2")), at: firstRequests),
      .each(["picture 1 server", "picture 2 server"]) {
        [.order(.marked(hasRequest, by: $0), cancelsTwo)]
      },
      .each(["picture 3 server", "picture 4 server"]) {
        [.order(cancelsTwo, .marked(hasRequest, by: $0))]
      },
    ])

  static let cancelsOne = Claim(
    "D06b", "A manager can cancel one download by its address.",
    origin: .article(
      .d,
      passage: .init(
        "guard let op = operations[url], !op.isFinished else { return }",
        "cancelLoadingUrl(_:) finds the operation by its address",
        at: 946)),
    expected: .everywhere(
      .confirmed,
      because:
        "The kit's manager finds the operation in its table by address, and cancels only that one."),
    in: "manager",
    given: [
      .order(.marked(hasRequest, by: "picture 1 server"), cancelsTwo),
      .order(
        .marked(hasRequest, by: "picture 2 server"), cancelsTwo,
        .marked(connectionIsClosed, by: "picture 2 server"), cancelsEach),
      .noTimeout,
    ],
    expect: [
      .order(cancelsTwo, .marked(getsError("cancelled"), by: "picture 2"), cancelsEach),
      .marks([getsError("cancelled")], by: "picture 2"),
      .marks([getsError("cancelled")], by: "picture 2 again"),
      .marks([getsPicture], by: "picture 1"),
    ])

  static let cancelsAll = Claim(
    "D06c", "A manager can cancel all downloads.",
    origin: .article(
      .d,
      passage: .init(
        "queue.cancelAllOperations()",
        "cancelAll() cancels all operations of its queue",
        at: 983)),
    expected: .everywhere(
      .confirmed,
      because: """
        Running downloads end at once. Waiting downloads end without a request. The kit's manager \
        cancels the waiting ones first, because a freed slot would start one of them.
        """),
    in: "manager",
    given: [
      .each(["picture 3", "picture 4"]) {
        [
          .order(
            .marked(hasRequest, by: "\($0) server"), cancelsEach,
            .marked(connectionIsClosed, by: "\($0) server"))
        ]
      },
      .each((3...6).map { "picture \($0)" }) {
        [.order(cancelsEach, .marked(getsError("cancelled"), by: $0))]
      },
      .noTimeout,
    ],
    expect: [
      .each((3...6).map { "picture \($0)" }) { [.marks([getsError("cancelled")], by: $0)] },
      // In the other order the queue would start a waiting download in each freed slot.
      .each(["picture 5", "picture 6"]) { waiting in
        ["picture 3", "picture 4"].map { running in
          .order(
            .marked(getsError("cancelled"), by: waiting),
            .marked(getsError("cancelled"), by: running))
        }
      },
      .fact(.mark(requests("/1 /2 /3 /4")), at: firstRequests.last),
    ])

  static let removesFinished = Claim(
    "D06d", "A manager removes each download from its table when it completes.",
    origin: .article(
      .d,
      passage: .init(
        "self?.operations.removeValue(forKey: url)",
        "the completion block removes the operation from the table",
        at: 899,
        but: "The article's code removes the address. It may remove another operation (D06e).")),
    expected: .everywhere(
      .confirmed,
      because: """
        The completion block removes the operation. Otherwise the table would grow forever, and \
        keep every operation with its bytes.
        """),
    in: "manager",
    given: [
      .order(
        .marked(has(six), by: "manager"), .marked(getsPicture, by: "picture 1"),
        tableAfterFirst, cancelsEach, lastTable)
    ],
    expect: [
      .fact(.mark(has("/3 /4 /5 /6")), at: tableAfterFirst),
      .fact(.mark(has("nothing")), at: lastTable),
    ])
}
