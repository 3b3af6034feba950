import OperationBench
import OperationDoctor

/// Lesson 19. Its page is `Lessons/19-resumable-downloads/README.md`.
enum Lesson19 {
  static let lesson = Lesson(
    19, "resumable-downloads", title: "Pausing and resuming a download",
    question: """
      A download is half-way and you pause it. What happens to its slot in the queue? And when you \
      resume it, does the server send the rest, or everything?
      """,
    programs: [
      suspend,
      paused,
      newOperation,
      trusting,
      checking,
    ],
    further: [
      width,
      taskKnows,
      program,
      connection,
    ],
    claims: [
      rangeResumes,
      rangeIsARequest,
      suspendContinues,
      suspendedHoldsSlot,
      newOperationForRest,
      nextStartsByItself,
      countBelowWidth,
      taskCannotKnow,
      oneSession,
      managerDoesItAll,
      connectionPauses,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "suspend": .first(
      """
      film is paused half-way with suspend(), and next waits in the same queue of width 1. Which \
      comes first?
      """, ("film finishes", .finished("film")),
      ("next starts", .started("next"))),
    "paused": .happens(
      "film is paused and never resumed. Does next start?", .started("next")),
    "new-operation": .first(
      "film is paused by cancelling it. Which comes first?",
      ("next starts", .started("next")),
      ("the operation for the rest starts", .started("rest"))),
    "trusting": .mark(
      """
      The operation asks for the rest, and the server sends the whole file. Is the file right in \
      the end?
      """, of: "file", wholeOrWrong),
    "checking": .mark(
      "The operation checks the status. Is the file right now?", of: "file", wholeOrWrong),
    "width": .atOnce(
      "There are four downloads in a queue of width 2. How many run at the same time, at most?",
      from: .started, to: .finished),
    "task-knows": .flag(
      "The transfer has ended, and its task is completed. Is the operation finished?", .finished,
      at: .observed("film")),
    "manager": .times(
      "film is paused and resumed. How many attempts does film begin?",
      .marked(Event.Mark("waits, attempt {}"), by: "film")),
  ]

  private static let wholeOrWrong = [
    (label: "yes", mark: Film.isWhole), (label: "no", mark: "{} bytes, wrong from byte {} on"),
  ]
}

extension Lesson19 {
  static let rangeResumes = Claim(
    "B02", in: "new-operation",
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
    "B02b",
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
    "B03", in: "width",
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
    "B06", in: "new-operation",
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
    "E05d", in: "connection",
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
    "B03b", in: "width",
    given: [
      .added(four, to: "downloads", width: 2, dependencies: []), .onMain(.started("c"), false),
      .order(
        .added("d"), countBefore, .finished("a"), .started("c"), countBefore.after(.started("c")),
        .finished("b")),
    ],
    expect: [countsBelowWidth])

  static let oneSession = Claim(
    "B04b", in: "width",
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

/// What a task knows when its transfer has ended.
extension Lesson19 {
  static let taskCannotKnow = Claim(
    "B08", in: "task-knows",
    given: [
      .added("film", to: "downloads", width: 1),
      .order(
        .marked(taskHasEnded, by: "film"), .marked(Film.whole(file(of: "film").length), by: "file"),
        .observed("film"), .finished("film")),
      .state([.ready, .executing], at: .observed("film")),
    ],
    expect: [.not(.fact(.mark(isCompleted), at: .observed("film")))])
}

/// The kit's own manager.
extension Lesson19 {
  static let managerDoesItAll = Claim(
    "B07", in: "manager",
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
    "B04", in: "suspend",
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
    "B05",
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
    let seen = numbers.map { "\($0)" as Phrase }.joined { "\($0) and \($1)" }
    return .init(
      numbers.contains { $0 < 2 }, "operationCount was \(seen) when c started", counts)
  }
}
