import OperationTesting

/// What lesson 18 has to say of the article's other looks at the flag, and of its arithmetic.
extension Lesson18 {
  static let looksTwiceMore = Claim(
    "A22h",
    """
    Cancelled when its connection is made, or when all bytes have come and the end has not been \
    told, the article's download ends finished, and nobody hears of a success.
    """,
    origin: .article(
      .a,
      passage: .init(
        "网络下载完成前检查是否取消任务,取消就结束任务",
        """
        Before the download completes, check whether the task was cancelled; if so, end \
        the task
        """,
        at: 968)),
    expected: .everywhere(
      .confirmed,
      because: """
        It looks once more in start(), after the connection is made, and again when the transfer \
        ends. What it lacks is somebody who calls it while nothing comes: claim A22c.
        """),
    in: "looks",
    given: [
      .order(.started("connected"), .cancelled("connected"), .returned("connected")),
      .order(.returned("loaded"), .marked(haveCome(40_000), by: "loaded"), .cancelled("loaded")),
      .each(["connected", "loaded"]) {
        [.flags(.executing, at: .cancelled($0)), .flags(.cancelled, at: .settled($0))]
      },
    ],
    expect: [
      finishedOnce("connected"), finishedOnce("loaded"), .marks([], by: "connected server"),
      .marks([], by: "connected UI"), .marks([progress], by: "loaded UI"),
    ])

  static let shareIsTrue = Claim(
    "A22i", "The progress that the article computes is the share of the file that has come.",
    origin: .article(
      .a,
      passage: .init(
        "计算下载比例",
        "compute the share that has been downloaded",
        at: 949)),
    expected: .everywhere(
      .refuted,
      because: """
        A server need not say how long a file is. The expected length is then -1, which becomes the \
        largest of all numbers in the article's unsigned variable: nothing has come until the end.
        """),
    in: "unknown-length",
    given: [
      .order(.marked(success, by: "good UI"), .marked(shows(percent: 100), by: "good")),
      .order(.marked(success, by: "chunked UI"), shownInTheEnd),
    ],
    expect: [.fact(.mark(shows(percent: 100)), at: shownInTheEnd)])
}
