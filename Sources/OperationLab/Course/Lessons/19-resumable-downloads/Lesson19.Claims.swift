import OperationLab
import OperationTesting

extension Lesson19 {
  static let rangeResumes = Claim(
    "B02",
    "A download resumes from where it stopped with the request header Range: bytes=start-.",
    origin: .article(
      .b,
      passage: .init(
        "利用http请求头 range:bytes=start-end 实现",
        "done with the HTTP request header range:bytes=start-end",
        at: 220,
        but: "The article names both ends. Whoever asks for the rest leaves the second one out.")),
    expected: .everywhere(
      .confirmed,
      because: """
        A server that understands Range answers 206 and sends the bytes from there on; appended \
        to those that had come before they make the file.
        """),
    in: "new-operation",
    given: [
      .order(.marked(Film.hasPart, by: "file"), .cancelled("film"), .added("rest"), secondRequest),
      .flags(.cancelled, at: .cancelled("film")), .added("rest", to: "downloads"),
      .order(.marked(like: status(0), by: "rest"), .finished("rest")),
    ],
    expect: [
      .fact(.mark(asksForRest(2)), at: secondRequest), .marks([status(206)], by: "rest"),
      .marks([Film.hasPart, Film.isWhole], by: "file"),
    ])

  static let rangeIsARequest = Claim(
    "B02b", "Sending the header Range is enough: the answer may be appended to what there is.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        A server may ignore Range and send the whole file, with status 200. Only 206 means that \
        the answer is the part that was asked for.
        """),
    Scenario(
      "trusting",
      given: [.fact(.mark(asksForRest(1)), at: firstRequest), .marks([status(200)], by: "rest")],
      expect: [.marks([Film.isWhole], by: "file")]),
    Scenario(
      "checking",
      given: [
        .fact(.mark(asksForRest(1)), at: firstRequest), .marks([status(200)], by: "rest"),
        .marks([Film.isWhole], by: "file"),
      ],
      expect: []))

  static let nextStartsByItself = Claim(
    "B03",
    """
    The queue starts an operation when it is ready and fewer than the width are running; when one \
    finishes, the next starts by itself.
    """,
    origin: .article(
      .b,
      passage: .init(
        """
        当Operation处于ready时且operationCount小于maxConcurrentOperationCount,就自动调用该Operation的start方法
        """,
        """
        when an Operation is ready and operationCount is less than \
        maxConcurrentOperationCount, its start is called automatically
        """,
        at: 420,
        but: """
          The article writes operationCount, which counts those that wait as well. What is \
          compared with the width is how many run.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: """
        The queue hears of each isFinished, and looks for the next. What counts is not that the \
        transfer is over, but that somebody has completed the operation.
        """),
    in: "width",
    given: [
      .added(four, to: "downloads", width: 2, dependencies: []),
      .each(four) { [.order(.added("d"), .firstSettled($0), .finished("a"))] },
      .each(["a", "b"]) { [.state([.ready, .executing], at: .firstSettled($0))] },
    ],
    expect: [
      .each(["c", "d"]) {
        [.state(.ready, at: .firstSettled($0)), .place("downloads", at: .firstSettled($0))]
      },
      .peak(2, of: four, from: .started, to: .finished),
      .order(.finished("a"), .started("c"), .finished("b"), .started("d"), .finished("c")),
      .each(four) { [.onMain(.started($0), false)] },
    ])

  static let newOperationForRest = Claim(
    "B06", "To resume or restart a download, make a new operation that asks for the rest.",
    origin: .article(
      .b,
      passage: .init(
        "问我为什么?一个是因为断点的,一个是Queue是会自动移除Operation的",
        """
        you ask me why? One reason is resuming, the other is that the Queue removes the \
        Operation by itself
        """,
        at: 882)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The paused operation is finished, and an operation runs once. What has to survive the \
        pause is the bytes, not the operation.
        """),
    in: "new-operation",
    given: [
      .flags(.cancelled, at: .cancelled("film")), .flags(.cancelled, at: .firstSettled("film")),
      .order(.cancelled("film"), .marked(connectionIsGone, by: "server"), .added("rest")),
      .added("rest", to: "downloads"), .fact(.mark(asksForRest(2)), at: secondRequest),
      .marks([status(206)], by: "rest"),
    ],
    expect: [
      .flags(.finished, at: .firstSettled("film")), .place(nil, at: .firstSettled("film")),
      .order(.finished("film"), .started("rest"), .finished("rest")),
      .marks([Film.hasPart, Film.isWhole], by: "file"),
    ])
}

/// What lesson 19 has to say of a connection that can be paused.
extension Lesson19 {
  static let connectionPauses = Claim(
    "E05d",
    """
    An operation that carries a connection through its states drops the transfer when it is paused, \
    keeps the bytes and its slot, and asks for the rest when it is resumed.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Paused is a state between executing and finished: not over, so the slot stays. What is sent \
        after the pause is asked for by Range, in a new transfer of the same operation.
        """),
    in: "connection",
    given: [
      .added(["film", "next"], to: "downloads", width: 1, dependencies: []),
      .order(firstRequest, pausedConnection), .state(.ready, at: pausedConnection),
      .order(
        .marked(connectionIsGone, by: "server"), lookWhilePaused,
        .marked(resumesFilm, by: "program"), secondRequest),
    ],
    expect: [
      .state(.ready, at: lookWhilePaused), .place("downloads", at: lookWhilePaused),
      .order(.marked(resumesFilm, by: "program"), .started("next")),
      .fact(.mark(asksForRest(2)), at: secondRequest), .marks([Film.isWhole], by: "film"),
      .state([.ready, .finished], at: .settled("film")),
    ])
}

/// What lesson 19 has to say of the code that article B links, and of the count that it compares.
extension Lesson19 {
  static let deniesCancellation = Claim(
    "B06b",
    """
    The operation that article B links overrides isCancelled with a variable that nobody sets: its \
    start() never sees a cancellation.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets the flag that the inherited isCancelled reads. Leave the property alone, and \
        start() sees it.
        """),
    Scenario(
      "cancels-waiting", given: cancelledInQueue,
      expect: [.flags(not: .cancelled, at: .started("song"))]),
    Scenario(
      "cancels-waiting-mended", given: cancelledInQueue,
      expect: [.flags(.cancelled, at: .started("song"))]))

  static let finishedBeforeStart = Claim(
    "B06c",
    """
    ... and its cancel() finishes an operation that never started: the queue starts it all the same, \
    and it is executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        An operation leaves its queue by being started and finishing. cancel() may finish what \
        start() has begun, and nothing else: lesson 12.
        """),
    Scenario(
      "cancels-waiting", given: cancelledInQueue,
      expect: [
        .flags(.finished, at: afterCancel), .flags([.executing, .finished], at: .settled("song")),
      ]),
    Scenario(
      "cancels-waiting-mended",
      given: cancelledInQueue + [
        .flags(not: .finished, at: afterCancel),
        .state([.ready, .finished, .cancelled], at: .settled("song")),
      ],
      expect: []))

  static let countBelowWidth = Claim(
    "B03b", "The queue starts a ready operation when operationCount is below the width.",
    origin: .article(
      .b,
      passage: .init(
        """
        当Operation处于ready时且operationCount小于maxConcurrentOperationCount,就自动调用该Operation的start方法
        """,
        """
        When the operation is ready and operationCount is less than \
        maxConcurrentOperationCount, the operation's start method is called by itself
        """,
        at: 420)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.width),
      because: """
        operationCount counts all that the queue has, those that wait included. What counts is how \
        many run.
        """),
    in: "width",
    given: [
      .added(four, to: "downloads", width: 2, dependencies: []), .onMain(.started("c"), false),
      .order(
        .added("d"), countBefore, .finished("a"), .started("c"), countBefore.after(.started("c")),
        .finished("b")),
    ],
    expect: [countsBelowWidth])
}

/// The last program of lesson 19: the kit's own manager.
extension Lesson19 {
  static let managerDoesItAll = Claim(
    "B07",
    """
    The manager can start, pause, resume, restart and cancel each download and reports its progress.
    """,
    origin: .article(
      .b,
      passage: .init(
        "实现下载任务的手动开启暂停重启等",
        "so that a download can be started, paused and started again by hand, and so on",
        at: 668)),
    expected: .everywhere(
      .confirmed,
      because: """
        Every command is a cancelled operation, or a new one, or both. What belongs to the \
        download and not to one attempt is kept outside the operations.
        """),
    in: "manager",
    given: [
      .order(
        .marked(pausesFilm, by: "program"), .marked(cancelsBook, by: "program"),
        .marked(restartsSong, by: "program"), .marked(resumesFilm, by: "program")),
      .order(
        .marked(pausesFilm, by: "program"), .marked(isPaused, by: "film"),
        .marked(resumesFilm, by: "program"), .marked(waits(attempt: 2), by: "film")),
    ],
    expect: [
      .marks(firstAttempt + [isPaused, waits(attempt: 2), runs, isFinished], by: "film"),
      .marks(firstAttempt + [waits(attempt: 2), runs, isFinished], by: "song"),
      .marks(firstAttempt + [isCancelled], by: "book"),
      .marks(
        [
          wasAsked(for: "film", [.fromFirstByte, .fromWhereItStopped]),
          wasAsked(for: "song", [.fromFirstByte, .fromFirstByte]),
        ], by: "server"),
      .marks([holds([("film", isWhole: true), ("song", isWhole: true)])], by: "disk"),
      .each(["film", "song", "book"]) { [.marks([connectionIsGone], by: "\($0) server")] },
    ])
}

/// What lesson 19 has to say of tasks that are suspended.
extension Lesson19 {
  static let suspendContinues = Claim(
    "B04", "A session's task keeps its state: suspended and resumed, it goes on with its transfer.",
    origin: .article(
      .b,
      passage: .init(
        "而task的开启、暂停、重启是由自身来控制,且task保留她的这些状态",
        """
        and a task is started (resume), paused (suspend) and started again (resume) by \
        itself, and keeps these states
        """,
        at: 573,
        but: """
          The article says this of tasks. Its own program does not pause so: it ends the \
          operation and makes a new one (B06).
          """)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux suspend() drops the connection, and resume() sends the same request once more: \
        the body begins again, and its bytes come after those that were there. Apple's page says \
        that resume() resumes the transfer, and not from where.
        """),
    in: "suspend",
    given: [
      .order(
        firstRequest, .marked(Film.hasPart, by: "file"),
        .marked(pauses(task: "suspended"), by: "film"),
        .marked(continues(task: "suspended"), by: "film")),
      .any(
        .marks([Film.hasPart, Film.isWhole], by: "file"),
        .all(
          "the bytes of both answers were kept", .times(2, .noted, of: "server"),
          .marks([Film.hasPart, Film.beginsAgain], by: "file"))),
    ],
    expect: [.marks([Film.hasPart, Film.isWhole], by: "file")])

  static let suspendedHoldsSlot = Claim(
    "B05", "A paused task inside an executing operation holds its slot in the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue knows operations, not tasks. This one says 'executing' for as long as the pause \
        lasts, and a queue full of pauses starts nothing.
        """),
    Scenario(
      "paused",
      given: filmBeforeNext + [
        .order(firstRequest, .marked(pauses(task: "suspended"), by: "film"))
      ],
      expect: [
        .state([.ready, .executing], at: .settled("film")),
        .place("downloads", at: .settled("film")), .never(.started("next")),
        .stuck("next", .noFreeSlot, waitsFor: ["film"]),
      ]),
    Scenario(
      "new-operation", given: filmBeforeNext,
      expect: [
        .order(.cancelled("film"), .started("next")), .order(.finished("film"), .started("next")),
      ]))
}

// Moments and premises of several claims.
extension Lesson19 {
  static let firstRequest = Trace.Moment.marked(like: asks(1, range: nil), by: "server")
  static let secondRequest = firstRequest.after(firstRequest)

  /// `film` and, behind it, `next` were added to a queue of one slot.
  static let filmBeforeNext: [Trace.Condition] = [
    .added("film", to: "downloads", width: 1),
    .added("next", to: "downloads", width: 1, dependencies: []),
    .order(.added("film"), .added("next")),
  ]

  static let pausedConnection = Trace.Moment.event(
    .observed, of: "film", .mark(isPaused(with: Film.firstPart)))
  static let lookWhilePaused = Trace.Moment.settled(
    "film", after: .marked(connectionIsGone, by: "server"))

  static let firstAttempt = [waits(attempt: 1), runs, hasProgress]
}

// The operation that article B links.
extension Lesson19 {
  static let cancelReturns = Trace.Moment.event(
    .observed, of: "song", .mark(inherits(isCancelled: true)))
  static let afterCancel = Trace.Moment.observed("song").after(cancelReturns)

  /// `song` was cancelled in its queue, which started it after that; its task was gone by then.
  static let cancelledInQueue: [Trace.Condition] = [
    .added("song", to: "downloads", dependencies: []),
    .order(.added("song"), cancelReturns, afterCancel, .started("song")),
    .differentThreads(.added("song"), .started("song")), .marks([wasNotAsked], by: "server"),
  ]
}

// The count that article B compares with the width.
extension Lesson19 {
  static let countBefore = Trace.Moment.marked(like: operationCount(0), by: "manager")

  static let countsBelowWidth = Trace.Condition("operationCount was below 2 when c started") {
    run in
    let counts = run.all(.noted, of: "manager").filter {
      $0.mark?.isLike(operationCount(0)) == true
    }
    let numbers = counts.flatMap { $0.mark?.numbers ?? [] }
    return .init(
      numbers.contains { $0 < 2 },
      "operationCount was \(numbers.map(String.init).joined(separator: " and ")) when c started",
      counts)
  }
}
