import OperationTesting

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
