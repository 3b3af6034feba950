import Foundation

extension Lesson {
  static let oneLock = Lesson(
    15, "one-lock-one-state-machine", title: "One lock, one state, one table of moves",
    question: """
      start(), cancel(), pause() and finish() come from four threads at once. What keeps the \
      operation from being executing and finished at the same time?
      """,
    programs: OneLock.programs,
    claims: [
      locksAgain, oneAtATime, notOnlyOnce, holderGetsIn, keepsApart, notFromCallback, calledLater,
    ] + OneLock.stateClaims)

  private static let locksAgain = Claim(
    "E04",
    """
    A recursive lock may be taken again by its holder and is free once unlocks match locks.
    """,
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: "It remembers who holds it and how often. A plain lock makes its own holder wait."),
    mutants: [
      .passing("plain-lock", as: "recursive-lock"),
      .trace(of: "recursive-lock", "it is free after the first unlock") {
        $0.edited { $0.swapAt(5, 7) }
      },
      .trace(of: "recursive-lock", "nobody looked") { $0.removing(.observed) },
    ]
  ) { runs in
    let run = try runs["recursive-lock"]
    let steps = try ["first lock()", "second lock()", "first unlock()", "second unlock()"].map {
      try run.first(.noted, of: "lock", note: $0)
    }
    let looks = try steps.map { step in
      guard let look = run.all(.observed, of: "lock").first(where: { $0.seq > step.seq }) else {
        throw MissingEvidence.event(.observed, subject: "lock", program: run.program)
      }
      return look
    }
    return .confirmed(
      if: looks.map(\.note) == ["taken", "taken", "taken", "free for others"]
        && looks.last?.thread != steps.last?.thread,
      "locked twice by one thread; free for others after the second unlock, not after the first",
      otherwise: looks.map(\.note).joined(separator: ", "), steps + looks)
  }

  private static let oneAtATime = Claim(
    "C32a", "Wrapping start() in a lock lets one thread in at a time.", source: .c,
    expected: .everywhere(.confirmed, because: "The second thread waits until the first is out."),
    mutants: [
      .trace(of: "synchronized", "the second gets in before the first is out") {
        $0.movingToFront(.ended, of: "loader").movingToEnd(.ended, of: "loader")
      },
      .passing("start-in-start", as: "synchronized"),
    ]
  ) { runs in
    let run = try runs["synchronized"]
    let asks = try ["first", "second"].map {
      try run.first(.noted, of: $0, note: "calls start()")
    }
    let bodies = (run.all(.began, of: "loader") + run.all(.ended, of: "loader"))
      .sorted { $0.seq < $1.seq }
    guard bodies.count == 4, asks[1].seq < bodies[1].seq else {
      return Judgement(.undecided, "the second did not come while the first was in", asks + bodies)
    }
    return .confirmed(
      if: bodies.map(\.kind) == [.began, .ended, .began, .ended],
      "the second called while the first was in, and got in when it was out",
      otherwise: "both were in at once", asks + bodies)
  }

  private static let notOnlyOnce = Claim(
    "C32b", "... but does not make the work be done once: the second caller does it again.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A lock makes the second thread wait and then lets it in. Doing the work once takes a \
        state, and looking at it under the lock.
        """),
    mutants: [
      .passing("checked", as: "synchronized"),
      .trace(of: "synchronized", "nobody looked in the end") {
        $0.removing(.settled).removing(.began)
      },
    ]
  ) { runs in
    let run = try runs["synchronized"]
    let bodies = run.all(.began, of: "loader")
    let last = try run.last(.settled, of: "loader")
    let back = try run.first(.noted, of: "second", note: "is back")
    return .confirmed(
      if: bodies.count == 2, "two callers, two bodies",
      otherwise: "two callers, \(bodies.count) bodies", bodies + [back, last])
  }

  private static let holderGetsIn = Claim(
    "C32c", "... nor keep out a start() from within the work, on the same thread.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The lock behind @synchronized is recursive: it does not stop the thread that holds it. A \
        plain lock would stop it for ever.
        """),
    mutants: [
      .passing("synchronized", as: "start-in-start"),
      .trace(of: "start-in-start", "the inner call gets nowhere") { $0.removing(.began) },
    ]
  ) { runs in
    let run = try runs["start-in-start"]
    let bodies = run.all(.began, of: "loader")
    let end = try run.first(.ended, of: "loader")
    guard bodies.count == 2 else {
      throw MissingEvidence.event(.began, subject: "loader, again", program: run.program)
    }
    return .confirmed(
      if: bodies[1].seq < end.seq && bodies[0].thread == bodies[1].thread,
      "the work began again within the work, on \(bodies[1].thread)",
      otherwise: "the second call did not get in before the first was out", bodies + [end])
  }

  private static let keepsApart = Claim(
    "D03a", "Guarding start() and cancel() with one semaphore keeps them from interleaving.",
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: "cancel() on another thread waits until start() has signalled the semaphore."),
    mutants: [
      .trace(of: "one-semaphore", "cancel() is through before start() is") {
        $0.movingToEnd(.ended, of: "download")
      },
      .trace(of: "one-semaphore", "cancel() came after start()") {
        $0.movingToFront(.ended, of: "download")
      },
    ]
  ) { runs in
    let run = try runs["one-semaphore"]
    let call = try run.first(.noted, of: "canceller", note: "calls cancel()")
    let began = try run.first(.began, of: "download")
    let ended = try run.first(.ended, of: "download")
    let cancelled = try run.first(.cancelled, of: "download")
    let evidence = [began, call, ended, cancelled]
    guard began.seq < call.seq, call.seq < ended.seq else {
      return Judgement(.undecided, "cancel() was not called during start()", evidence)
    }
    return .confirmed(
      if: ended.seq < cancelled.seq, "called during start(), cancel() took effect after it",
      otherwise: "cancel() took effect during start()", evidence)
  }

  private static let notFromCallback = Claim(
    "D03b", "... but whoever start() calls back must not call cancel(): it never returns.",
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls back while it holds the semaphore. Whoever is called and calls cancel() \
        waits for a signal that only he himself could let start() give.
        """),
    mutants: [
      .passing("call-back-later", as: "cancel-in-callback"),
      .trace(of: "cancel-in-callback", "nobody calls back") { $0.removing(.noted) },
    ]
  ) { runs in
    try comesBack(runs["cancel-in-callback"], isExpected: false)
  }

  private static let calledLater = Claim(
    "D03c", "... unless start() calls back after it has signalled the semaphore.", source: .d,
    expected: .everywhere(
      .confirmed, because: "Then nobody holds anything while code of others runs."),
    mutants: [
      .passing("cancel-in-callback", as: "call-back-later"),
      .trace(of: "call-back-later", "nobody calls back") { $0.removing(.noted) },
    ]
  ) { runs in
    try comesBack(runs["call-back-later"], isExpected: true)
  }

  /// Confirmed when `cancel()`, called by whoever was called back, does or does not return.
  private static func comesBack(_ run: Run, isExpected: Bool) throws -> Judgement {
    let call = try run.first(.noted, of: "manager", note: "is called back, calls cancel()")
    let back = run.all(.noted, of: "manager").first { $0.note == "is back" }
    guard back != nil || run.snapshot?.isProgramBlocked == true else {
      return Judgement(.undecided, "nobody looked whether it came back", [call])
    }
    let seen = "whoever was called back called cancel(), which "
    return Judgement(
      (back != nil) == isExpected ? .confirmed : .refuted,
      seen + (back != nil ? "returned" : "never returned"), [call] + (back.map { [$0] } ?? []))
  }
}
