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
