extension PictureLoading {
  static let diskClaims = [callerGoesOn, oneLookAtATime, tokenStopsBlock]

  private static let callerGoesOn = Claim(
    "C33c",
    """
    ... so that a slow disk keeps no caller; a loader that waits for the disk's queue keeps its \
    caller as long as the disk takes.
    """,
    source: .c,
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
    let goes = try [quick, kept].map { try $0.first(.noted, of: "caller", note: "goes on") }
    let ends = try [quick, kept].map { try $0.first(.ended, of: "look") }
    let stuck = kept.all(.noted, of: "look")
    return .confirmed(
      if: goes[0].seq < ends[0].seq && ends[1].seq < goes[1].seq && !stuck.isEmpty
        && ends[0].thread != "main" && ends[1].thread == "main",
      "the caller went on before the look was over; with sync() only after it",
      otherwise: "what the disk's queue was given did not decide who waits",
      [goes[0], ends[0]] + stuck + [ends[1], goes[1]])
  }

  private static let oneLookAtATime = Claim(
    "C33d",
    """
    The queue is serial: no look begins before the one before it is over; with a queue for each \
    look, both are at the disk at once.
    """,
    source: .c,
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
    let seen = try [serial, crowded].map { try $0.first(.noted, of: "look 1") }
    return .confirmed(
      if: ends[0].seq < seconds[0].seq && seen[0].note == "the second does not begin"
        && seconds[1].seq < ends[1].seq && seen[1].note == "meets the second",
      "the second began when the first was over; with two queues they met",
      otherwise: "first queue: \(seen[0].note); two queues: \(seen[1].note)",
      [seen[0], ends[0], seconds[0], seconds[1], seen[1], ends[1]])
  }

  private static let tokenStopsBlock = Claim(
    "C34a",
    """
    A bare Operation that nobody starts serves as a cancellation token for a block on another \
    queue, if the block asks it; a block that does not ask runs all the same.
    """,
    source: .c,
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
    return .confirmed(
      if: looks.isEmpty && cancelled.seq < first.seq && first.seq < rest.seq
        && rest.state == [.ready, .cancelled] && ran.count == 1 && deafCancelled.seq < ran[0].seq,
      "the block that asked did not look; the one that did not ask did; the token is '\(rest.state)'",
      otherwise: "looks after cancel(): \(looks.count) and \(ran.count); token '\(rest.state)'",
      [cancelled, first, rest] + looks + [deafCancelled] + ran)
  }
}
