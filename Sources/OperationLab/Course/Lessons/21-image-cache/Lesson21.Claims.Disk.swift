import OperationTesting

/// The picture loader of SDWebImage, as article C describes it, in parts; right and wrong.
extension Lesson21 {
  static let callerGoesOn = Claim(
    "C33c",
    """
    ... so that a slow disk keeps no caller; a loader that waits for the disk's queue keeps its \
    caller as long as the disk takes.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        async() leaves the block and returns; sync() returns when the block has run. On the main \
        thread of an app this is one more frame, or one frame less.
        """),
    Scenario(
      "returns-first", given: [.onMain(.began("caller")), .happens(lookInQueue)],
      expect: [
        .order(.ended("caller"), .marked(callerGoesOn(true), by: "look")),
        .marks([isGiven, callerGoesOn(true)], by: "look"), .onMain(.ended("look"), false),
      ]),
    Scenario(
      "keeps-caller", given: [.onMain(.began("caller")), .happens(lookInQueue)],
      expect: [
        .order(.ended("look"), .ended("caller")),
        .marks([isGiven, callerGoesOn(false)], by: "look"),
      ]))

  static let oneLookAtATime = Claim(
    "C33d",
    """
    The queue is serial: no look begins before the one before it is over; with a queue for each \
    look, both are at the disk at once.
    """,
    origin: .article(
      .c,
      passage: .init(
        "_ioQueue 是自動(dòng)定義的串行隊(duì)列",
        "_ioQueue is an automatically defined serial queue",
        at: 971)),
    expected: .everywhere(
      .confirmed,
      because: """
        A serial queue runs one block at a time, in order. Nobody else touches the folder, so no \
        file is read while it is being written, and no lock is needed.
        """),
    Scenario(
      "one-at-a-time", given: [bothGiven],
      expect: [
        .order(.ended("look 1"), .began("look 2")),
        .marks([isGiven, secondDoesNotBegin], by: "look 1"),
      ]),
    Scenario(
      "two-at-a-time", given: [bothGiven],
      expect: [
        .order(.began("look 2"), .ended("look 1")), .marks([isGiven, meetsSecond], by: "look 1"),
      ]))

  static let tokenStopsBlock = Claim(
    "C34a",
    """
    A bare Operation that nobody starts serves as a cancellation token for a block on another \
    queue, if the block asks it; a block that does not ask runs all the same.
    """,
    origin: .article(
      .c,
      passage: .init(
        "用途是來(lái)通過operation的屬性isCancelled來(lái)取消執(zhí)行block里面的代碼",
        """
        its use is to keep the code in the block from running, by the operation's property \
        isCancelled
        """,
        at: 995)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets a flag that any thread may read; nothing else of the operation is used. It \
        stays ready and cancelled: only start() would finish it. The queue of the block knows \
        nothing of the token.
        """),
    Scenario(
      "asks-token", given: cancelledWhileWaiting,
      expect: [
        .never(.began("look 2"), until: .settled("token")),
        .order(.ended("look 1"), .settled("token")),
        .state([.ready, .cancelled], at: .settled("token")),
      ]),
    Scenario(
      "forgets-token",
      given: cancelledWhileWaiting + [.order(.cancelled("token"), .began("look 2"))],
      expect: [.times(1, .began, of: "look 2")]))
}
