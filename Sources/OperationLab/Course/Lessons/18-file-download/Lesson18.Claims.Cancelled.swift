import OperationTesting

/// What lesson 18 has to say of downloads that are cancelled.
extension Lesson18 {
  static let cancelledBefore = Claim(
    "A22b", "Cancelled before it starts, the article's download ends finished, without a transfer.",
    origin: .article(
      .a,
      passage: .init(
        "任务开始执行前检查是否被取消,取消就结束任务",
        "before the task begins, look whether it was cancelled; if so, end it",
        at: 841)),
    expected: .everywhere(
      .confirmed,
      because: "The queue starts it all the same, and start() looks at isCancelled first."),
    in: "article", given: [cancelledBeforeStart],
    expect: [
      .never(.started, of: ["before"]), .marks([], by: "before server"), finishedOnce("before"),
    ])

  static let cancelledMeanwhile = Claim(
    "A22c",
    """
    Cancelled while connecting or while receiving, and the server silent from then on, the \
    article's download ends finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "点击取消后就会结束任务",
        "a click on cancel ends the task",
        at: 995)),
    expected: .everywhere(
      .refuted,
      because: """
        Once under way, it looks at isCancelled when a piece of data arrives and when all have. From \
        a silent server none does, and when the server goes away, that is a failure, which does not \
        finish either.
        """),
    in: "article",
    given: [
      cancelledConnecting, cancelledReceiving, silentUntilTheEnd("connecting"),
      silentUntilTheEnd("receiving"), stuckUnlessGone("connecting", .cancelledNotFinished),
      stuckUnlessGone("receiving", .cancelledNotFinished),
    ],
    expect: [finishedOnce("connecting"), finishedOnce("receiving")])

  static let endsWheneverCancelled = Claim(
    "A22e",
    """
    A download whose cancel() ends the transfer ends finished, once, cancelled before the start, \
    while connecting or while receiving; its delegate hears of it once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() does not wait for the server: it ends the operation itself. Callbacks that come \
        later find the end claimed.
        """),
    Scenario(
      "ends-itself",
      given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
      expect: [allThreeEnd]),
    Scenario(
      "download-operation",
      given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
      expect: [allThreeEnd]))
}
