import OperationTesting

/// What `cancel()` of a downloader does, and in which order.
extension Lesson21 {
  static let cancelsInOrderClaim = Claim(
    "C36a",
    "The downloader's cancel() cancels the transfer and then updates executing and finished.",
    origin: .article(
      .c,
      passage: .init(
        "方法里取消了NSURLSessionTask并且更新了operataion的狀態(tài)",
        "the method cancels the NSURLSessionTask and updates the state of the operation",
        at: 931)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() of Operation only sets a flag, so the subclass ends what it has begun. When the \
        queue hears of the end, there is one.
        """),
    in: "cancels-in-order", given: firstIsCancelled,
    expect: [
      .order(
        .cancelled("picture 1"), .marked(transferIsCancelled, by: "picture 1"),
        .observed("picture 1"), .finished("picture 1"), .announced("isFinished", by: "picture 1"),
        .started("picture 2")),
      .order(firstConnectionIsGone, .observed("picture 1")),
      .flags(.executing, at: .marked(transferIsCancelled, by: "picture 1")),
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .state([.ready, .finished, .cancelled], at: .finished("picture 1")),
    ])

  static let otherOrder = Claim(
    "C36b",
    """
    In the other order the queue gives the slot away while the transfer is still under way: two \
    transfers at a time with width 1.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        isFinished is what frees the slot, at once, on whatever thread says so. What an operation \
        does after it is done outside the queue's count.
        """),
    in: "reports-first",
    given: firstIsCancelled + [
      .state([.ready, .cancelled], at: .observed("picture 1")),
      .flags(.finished, at: .finished("picture 1")),
      .order(.finished("picture 1"), .announced("isFinished", by: "picture 1")),
    ],
    expect: [
      .order(.finished("picture 1"), .started("picture 2")),
      .order(
        .began("reply 1"), .began("reply 2"), .marked(transferIsCancelled, by: "picture 1")),
      .order(.began("reply 2"), firstConnectionIsGone),
    ])

  static let kitCancelsClaim = Claim(
    "C36c",
    """
    The kit's downloader does the same: when cancel() returns it is finished, and the server finds \
    the connection gone.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Its cancel() claims the end, cancels the transfer and then moves from executing to finished \
        in one step, so nobody sees it neither executing nor finished.
        """),
    in: "kit-cancels",
    given: [
      .added("picture", to: "downloads"), .state([.ready, .executing], at: .observed("picture")),
      .order(
        .observed("picture"), .cancelled("picture"),
        .marked(getsError("cancelled"), by: "caller")),
      .sameThread(.cancelled("picture"), .marked(getsError("cancelled"), by: "caller")),
      .flags(.cancelled, at: .cancelled("picture")), .noTimeout,
    ],
    expect: [
      .state([.ready, .finished, .cancelled], at: .cancelled("picture")),
      .state([.ready, .finished, .cancelled], at: .settled("picture")),
      .place(nil, at: .settled("picture")), .marks([connectionIsGone], by: "server"),
    ])
}
