import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson12 {
  static let queueStillStarts = Claim(
    "C28",
    """
    A cancelled operation that is queued is not removed by cancel(): the queue still calls \
    start(), on a thread of its own, and removes it when it finishes.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        雖然operation被取消了,但是operation queue依然生成\
        了新的線程并調(diào)用了start方法,因此取消operation并\
        不會(huì)把operation從operation queue里移除
        """,
        """
        although the operation was cancelled, the queue still made a new thread and called \
        start; so cancelling an operation does not remove it from the queue
        """,
        at: 655)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        cancel() only sets a flag. An operation leaves its queue by finishing, and it is start() \
        that finishes it.
        """),
    in: "cancelled",
    given: cancelledBehindFirst + [.order(.cancelled("second"), .started("second"))],
    expect: [
      .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
      .order(idleAfterCancel, .started("second"), .finished("second")),
      .state([.ready, .cancelled], at: .started("second")),
      .differentThreads(.cancelled("second"), .started("second")),
      .sameThread(.started("second"), .finished("second")),
      .place(nil, at: .settled("second")),
    ])

  static let mustReport = Claim(
    "C29",
    "A cancelled operation must still report finished, or its queue never lets go of it.",
    origin: .article(
      .c,
      passage: .init(
        "在取消NSOperation的情況下,即使NSOperation沒有完成任務(wù),人需要更新isFinished",
        """
        when an NSOperation is cancelled, isFinished must be updated even though it has \
        not done its task
        """,
        at: 112)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue watches isFinished and nothing else. A cancelled operation that never says so \
        keeps its slot, and everything behind it waits for ever.
        """),
    Scenario(
      "silent", given: cancelledBehindFirst + skipsWork + [.never(.finished("second"))],
      expect: [
        .place("downloads", at: .settled("second")), .stuck("second", .cancelledNotFinished),
        .never(.started("third")), .stuck("third", .noFreeSlot, waitsFor: ["second"]),
      ]),
    Scenario(
      "cancelled", given: cancelledBehindFirst + skipsWork,
      expect: [
        .order(.announced("isFinished", by: "second"), .started("third")),
        .place(nil, at: .settled("second")),
      ]))
}
