import OperationBench
import OperationDoctor

extension Lesson20 {
  static let picture = Claim(
    "D04a", in: "chain",
    given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(thenPicture(32, 32), by: "caller")),
      .marks([thenPicture(32, 32)], by: "caller"),
    ])

  static let error = Claim(
    "D04b", in: "chain-fails",
    given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(catchError("no picture"), by: "caller")),
      .marks([catchError("no picture")], by: "caller"),
    ])

  static let cancelledChain = Claim(
    "D04c", in: "chain-cancelled",
    given: cancelledAfterProgress,
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
    "D06f", in: "asks-twice",
    given: [bothAskedFirst(requests: 2)],
    expect: [
      .marks([requests("/picture /picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])

  static let shares = Claim(
    "D06g", in: "shares-transfer",
    given: [bothAskedFirst(requests: 1)],
    expect: [
      .marks([requests("/picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])
}

// Cancelled at a moment that the program chooses.
extension Lesson20 {
  static let firstEndCounts = Claim(
    "D04d",
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
    "D04e", in: "resets",
    given: cancelledAfterLastCheck,
    expect: [.marks([], by: "caller")])

  static let eachChunk = Claim(
    "D05a",
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
    "D06a", in: "manager",
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
    "D06b", in: "manager",
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
    "D06c", in: "manager",
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
    "D06d", in: "manager",
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

// What the caller of a chain gets, and when the download was cancelled.
extension Lesson20 {
  static func allBytes(_ name: String) -> Trace.Moment {
    let count = PictureNetwork.file.count
    return .event(.progressed, of: name, .bytes(received: count, total: count))
  }

  static let decodesAll = decodes(PictureNetwork.file.count)

  static let wasCancelled: [Trace.Condition] = [
    .flags(.cancelled, at: .cancelled("download")),
    .state([.ready, .finished, .cancelled], at: .settled("download")),
  ]

  static let cancelledAfterProgress =
    wasCancelled + [.order(.progressed("caller"), .cancelled("download"))]

  /// `cancel()` did not finish it.
  static let onlyMarkedAfterProgress =
    cancelledAfterProgress + [
      .state([.ready, .executing, .cancelled], at: .cancelled("download"))
    ]

  /// The operation was not yet cancelled at its last check.
  static let cancelledAfterLastCheck =
    cancelledAfterProgress + [
      .order(.observed("download"), .cancelled("download")),
      .state([.ready, .executing], at: .observed("download")),
    ]

  static let cancelledWhileDecoding =
    wasCancelled + [
      .order(.marked(decodesAll, by: "download"), .cancelled("download")),
      .flags(.executing, at: .cancelled("download")),
      .never(
        .observed("download").before(.cancelled("download")), until: .cancelled("download")),
    ]
}

// The table of pictures.
extension Lesson20 {
  static let tableAtRest = Trace.Moment.marked(isAtRest, by: "table")

  /// The row's bar grows on the main thread until it is full. Then the picture arrives.
  static func rowFills(_ row: String, with picture: Event.Mark) -> Trace.Condition {
    .all(
      "\(row) had progress up to all bytes, on the main thread, and then its picture",
      .progressGrows(of: row), .onMain(.progressed(row)), .onMain(allBytes(row)),
      .order(allBytes(row), .marked(picture, by: row), tableAtRest), .marks([picture], by: row))
  }
}

// What is cancelled at a manager, and what its table has.
extension Lesson20 {
  static let six = "/1 /2 /3 /4 /5 /6"

  static let cancelsTwo = Trace.Moment.event(.cancelled, of: "manager", .mark(cancels("/2")))
  static let cancelsEach = Trace.Moment.event(.cancelled, of: "manager", .mark(cancels("all")))
  static let cancelsFirst = Trace.Moment.event(
    .cancelled, of: "manager", .mark(cancels("the first request")))
  static let cancelsSecond = Trace.Moment.event(
    .cancelled, of: "manager", .mark(cancels("the second request")))

  static let firstRequests = Trace.Moment.marked(like: requests(""), by: "manager")
  static let tableAfterFirst = Trace.Moment.marked(like: has(""), by: "manager")
    .after(.marked(getsPicture, by: "picture 1"))
  static let lastTable = Trace.Moment.marked(like: has(""), by: "manager").last

  /// Both callers made their request, and the server had so many requests, before either got a result.
  static func bothAskedFirst(requests: Int) -> Trace.Condition {
    let answers = ["first", "second"].map { Trace.Moment.marked(getsPicture, by: $0) }
    return .each((1...requests).map { "request \($0)" }) { request in
      answers.flatMap { answer in
        [
          .order(.marked(asksNow, by: "first"), answer),
          .order(.marked(asksNow, by: "second"), answer),
          .order(.marked(isAtServer, by: request), answer),
        ]
      }
    }
  }

  /// One address was requested, cancelled, requested again and cancelled again.
  static let cancelledAskedAndCancelled: [Trace.Condition] = [
    .order(cancelsFirst, .marked(isAtServer, by: "request 2"), cancelsSecond),
    .order(.marked(getsError("cancelled"), by: "first"), cancelsSecond),
    .marks([getsError("cancelled")], by: "first"),
    .never(.marked(getsPicture, by: "second").before(cancelsSecond), until: cancelsSecond),
    .never(
      .marked(getsError("cancelled"), by: "second").before(cancelsSecond), until: cancelsSecond),
  ]

  /// The change of the table after the one that adds the second download.
  static let removal = Trace.Moment.marked(like: has([]), by: "table")
    .after(.marked(has(["download 2"]), by: "table"))
}

// A table of pictures, each with its own progress bar.
extension Lesson20 {
  static let eachRow = Claim(
    "D04f", in: "table",
    given: [.happens(tableAtRest)],
    expect: shapes.enumerated().map {
      rowFills("picture \($0 + 1)", with: thenPicture($1.0, $1.1))
    })
}
