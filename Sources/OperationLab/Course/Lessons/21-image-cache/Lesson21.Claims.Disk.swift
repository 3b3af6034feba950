import OperationDownloads
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
    mutants: [
      .passing("keeps-caller", as: "returns-first"),
      .passing("returns-first", as: "keeps-caller"),
      .trace(of: "returns-first", "the look never ends") { $0.removing(.ended, of: "look") },
    ]
  ) { runs in
    let (quick, kept) = (try runs["returns-first"], try runs["keeps-caller"])
    let calls = try [quick, kept].map { try $0.first(.began, of: "caller") }
    let goes = try [quick, kept].map { try $0.first(.ended, of: "caller") }
    let seen = try [quick, kept].map { try $0.last(.noted, of: "look") }
    let ends = try [quick, kept].map { try $0.first(.ended, of: "look") }
    let places = try [quick, kept].map {
      try $0.first(.noted, of: "disk", note: "the look is in its queue")
    }
    return .confirmed(
      if: goes[0].seq < seen[0].seq && ends[1].seq < goes[1].seq
        && seen[0].note == "the caller goes on" && seen[1].note == "the caller does not go on"
        && calls.allSatisfy { $0.thread == "main" } && ends[0].thread != "main",
      "the caller went on before the look was over; with sync() only after it",
      otherwise: "what the disk's queue was given did not decide who waits",
      calls + places + [goes[0], seen[0], ends[0], seen[1], ends[1], goes[1]])
  }

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
    mutants: [
      .passing("two-at-a-time", as: "one-at-a-time"),
      .passing("one-at-a-time", as: "two-at-a-time"),
      .trace(of: "one-at-a-time", "the second begins first") {
        $0.movingToFront(.began, of: "look 2")
      },
    ]
  ) { runs in
    let (serial, crowded) = (try runs["one-at-a-time"], try runs["two-at-a-time"])
    let ends = try [serial, crowded].map { try $0.first(.ended, of: "look 1") }
    let seconds = try [serial, crowded].map { try $0.first(.began, of: "look 2") }
    let seen = try [serial, crowded].map { try $0.last(.noted, of: "look 1") }
    return .confirmed(
      if: ends[0].seq < seconds[0].seq && seen[0].note == "the second does not begin"
        && seconds[1].seq < ends[1].seq && seen[1].note == "meets the second",
      "the second began when the first was over; with two queues they met",
      otherwise: "first queue: \(seen[0].note); two queues: \(seen[1].note)",
      [seen[0], ends[0], seconds[0], seconds[1], seen[1], ends[1]])
  }

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
    mutants: [
      .passing("forgets-token", as: "asks-token"),
      .passing("asks-token", as: "forgets-token"),
      .trace(of: "asks-token", "the token is finished") {
        $0.replacing(.settled, of: "token") { $0.state.insert(.finished) }
      },
      .trace(of: "asks-token", "it is cancelled when all is over") {
        $0.movingToEnd(.cancelled, of: "token")
      },
      .trace(of: "asks-token", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (heeding, deaf) = (try runs["asks-token"], try runs["forgets-token"])
    let cancelled = try heeding.first(.cancelled, of: "token")
    let first = try heeding.first(.ended, of: "look 1")
    let rest = try heeding.last(.settled, of: "token")
    let looks = heeding.all(.began, of: "look 2")
    let deafCancelled = try deaf.first(.cancelled, of: "token")
    let ran = deaf.all(.began, of: "look 2")
    for (run, cancelled) in [(heeding, cancelled), (deaf, deafCancelled)] {
      let type = try run.first(.noted, of: "token").note
      try run.require(
        type.hasPrefix("Operation, isAsynchronous: "), "the token is Foundation's Operation")
      let busy = try (run.first(.began, of: "look 1"), run.first(.ended, of: "look 1"))
      let given = try run.first(.noted, of: "look 2", note: "is given to the disk")
      let begun = run.all(.began, of: "look 2")
      try run.require(
        cancelled.state == [.ready, .cancelled] && busy.0.seq < cancelled.seq
          && given.seq < cancelled.seq && cancelled.seq < busy.1.seq
          && begun.allSatisfy { cancelled.seq < $0.seq },
        "the token was cancelled while the second look waited for the first")
    }
    return .confirmed(
      if: looks.isEmpty && first.seq < rest.seq && rest.state == [.ready, .cancelled]
        && ran.count == 1,
      "the block that asked did not look; the one that did not ask did; the token is '\(rest.state)'",
      otherwise: "looks after cancel(): \(looks.count) and \(ran.count); token '\(rest.state)'",
      [cancelled, first, rest] + looks + [deafCancelled] + ran)
  }
}
