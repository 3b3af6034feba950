import OperationLab
import OperationTesting

extension Lesson19 {
  static let rangeResumes = Claim(
    "B02",
    "The request header Range: bytes=start- lets a download continue where it stopped.",
    origin: .article(
      .b,
      passage: .init(
        "利用http请求头 range:bytes=start-end 实现",
        "done with the HTTP request header range:bytes=start-end",
        at: 220,
        but: "The article names both ends. To ask for the rest, leave the second one out.")),
    expected: .everywhere(
      .confirmed,
      because: """
        A server that supports Range answers with status 206 and sends the bytes from there on. \
        Appended to the bytes that arrived before, they make the whole file.
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
    "B02b", "The answer to a request with Range can always be appended to the bytes you have.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        A server may ignore Range and send the whole file with status 200. Only status 206 means \
        that the answer is a part.
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
    The queue starts an operation when it is ready and fewer operations run than the width allows. \
    When one finishes, the queue starts the next by itself.
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
          The article writes operationCount, which also counts waiting operations. The queue \
          compares the number of running operations with the width.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: """
        The queue observes isFinished. The end of the transfer is not enough: the operation must \
        be completed, too.
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
    "B06", "To resume a download, make a new operation that asks for the rest.",
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
        The paused operation has finished, and an operation runs only once. The bytes must survive \
        the pause, and the operation need not.
        """),
    in: "new-operation",
    given: [
      .flags(.cancelled, at: .cancelled("film")), .flags(.cancelled, at: .firstSettled("film")),
      .order(.cancelled("film"), .marked(connectionIsClosed, by: "server"), .added("rest")),
      .added("rest", to: "downloads"), .fact(.mark(asksForRest(2)), at: secondRequest),
      .marks([status(206)], by: "rest"),
    ],
    expect: [
      .flags(.finished, at: .firstSettled("film")), .place(nil, at: .firstSettled("film")),
      .order(.finished("film"), .started("rest"), .finished("rest")),
      .marks([Film.hasPart, Film.isWhole], by: "file"),
    ])
}

/// A connection that can be paused.
extension Lesson19 {
  static let connectionPauses = Claim(
    "E05d",
    """
    When the kit's DataConnection is paused, it ends its transfer and keeps its bytes and its place in \
    the queue. When it is resumed, it asks for the rest.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        While it is paused, it is not finished, so it stays in the queue. To resume, it begins a \
        new transfer with Range.
        """),
    in: "connection",
    given: [
      .added(["film", "next"], to: "downloads", width: 1, dependencies: []),
      .order(firstRequest, pausedConnection), .state(.ready, at: pausedConnection),
      .order(
        .marked(connectionIsClosed, by: "server"), lookWhilePaused,
        .marked(resumesFilm, by: "program"), secondRequest),
    ],
    expect: [
      .state(.ready, at: lookWhilePaused), .place("downloads", at: lookWhilePaused),
      .order(.marked(resumesFilm, by: "program"), .started("next")),
      .fact(.mark(asksForRest(2)), at: secondRequest), .marks([Film.isWhole], by: "film"),
      .state([.ready, .finished], at: .settled("film")),
    ])
}

/// The count that article B compares, and its one session.
extension Lesson19 {
  static let countBelowWidth = Claim(
    "B03b", "The queue starts a ready operation only when operationCount is below the width.",
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
        operationCount counts all operations in the queue, and also those that wait. The queue \
        compares the number of running operations.
        """),
    in: "width",
    given: [
      .added(four, to: "downloads", width: 2, dependencies: []), .onMain(.started("c"), false),
      .order(
        .added("d"), countBefore, .finished("a"), .started("c"), countBefore.after(.started("c")),
        .finished("b")),
    ],
    expect: [countsBelowWidth])

  static let oneSession = Claim(
    "B04b",
    "One session can have several tasks, and each of its callbacks says which task it is about.",
    origin: .article(
      .b,
      passage: .init(
        "一个Session可以个维持若干个Task,Session可以通过回调知道每个task的运行情况",
        """
        one session can keep several tasks, and through its callbacks the session knows how each \
        task is doing
        """,
        at: 539)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.taskDelegate),
      because: """
        The task is an argument of each callback. The delegate finds the operation of the task by \
        its taskIdentifier.
        """),
    in: "width",
    given: [
      .added(four, to: "downloads"), .happens(.marked(sessionHasHad(tasks: 4), by: "manager")),
    ],
    expect: [
      .each(four) {
        [
          .marks([status(200), taskHasEnded], by: $0),
          .marks([Film.whole(file(of: $0).length)], by: "file \($0)"),
        ]
      }
    ])
}

/// The kit's own manager.
extension Lesson19 {
  static let managerDoesItAll = Claim(
    "B07",
    """
    A manager can start, pause, resume, restart and cancel each download, and it reports progress.
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
        Each command cancels an operation, or adds a new one, or both. The bytes and the state of \
        a download are kept outside its operations.
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
      .each(["film", "song", "book"]) { [.marks([connectionIsClosed], by: "\($0) server")] },
    ])
}

/// Tasks that are suspended.
extension Lesson19 {
  static let suspendContinues = Claim(
    "B04", "When a session's task is suspended and resumed, it continues its transfer.",
    origin: .article(
      .b,
      passage: .init(
        "而task的开启(resume)、暂停(suspend)、重启(resume)是由自身来控制,且task保留她的这些状态",
        """
        and a task is started (resume), paused (suspend) and started again (resume) by \
        itself, and keeps these states
        """,
        at: 573,
        but: """
          The article says this about tasks. It does not pause its downloads like this. It ends \
          the operation and makes a new one (B06).
          """)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux suspend() closes the connection, and resume() sends the request again. The file \
        begins again, and its bytes are appended. Apple's page says that resume() resumes the \
        transfer. It does not say from where.
        """),
    in: "suspend",
    given: [
      .order(
        firstRequest, .marked(Film.hasPart, by: "file"),
        .marked(pauses(task: "suspended"), by: "film"),
        .marked(resumes(task: "suspended"), by: "film")),
      .any(
        .marks([Film.hasPart, Film.isWhole], by: "file"),
        .all(
          "both answers were appended", .times(2, .noted, of: "server"),
          .marks([Film.hasPart, Film.beginsAgain], by: "file"))),
    ],
    expect: [.marks([Film.hasPart, Film.isWhole], by: "file")])

  static let suspendedHoldsSlot = Claim(
    "B05", "An operation whose task is suspended keeps its slot in the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue sees operations and not tasks. This operation is executing for as long as the \
        pause lasts.
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
    "film", after: .marked(connectionIsClosed, by: "server"))

  static let firstAttempt = [waits(attempt: 1), runs, hasProgress]
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
