import OperationLab
import OperationDownloads
import OperationTesting

// E04, C32: what a lock does, and what it does not do.
extension Lesson15 {
  static let locksAgain = Claim(
    "E04",
    """
    A recursive lock may be taken again by its holder and is free once unlocks match locks.
    """,
    origin: .article(
      .e,
      passage: .init(
        "NSRecursiveLock(递归锁)的好处是可以多次加锁不会造成崩溃",
        """
        the good thing about NSRecursiveLock is that it can be locked several times \
        without a crash
        """,
        at: 191)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.recursiveLock),
      because: "It remembers who holds it and how often. A plain lock makes its own holder wait."),
    mutants: [
      .passing("plain-lock", as: "recursive-lock"),
      .trace(of: "recursive-lock", "it is free after the first unlock") {
        $0.edited { events in
          let looks = events.indices.filter { events[$0].kind == .observed }
          if looks.count == 4 { events.swapAt(looks[2], looks[3]) }
        }
      },
      .trace(of: "recursive-lock", "nobody looked") { $0.removing(.observed) },
    ]
  ) { runs in
    let run = try runs["recursive-lock"]
    let lock = try LockHistory("lock", "recursive lock", in: run)
    let holder = lock.turns[0].thread
    let times = lock.turns.count / 2
    try run.require(
      times >= 2 && lock.turns.count == 2 * times && lock.turns.allSatisfy { $0.thread == holder }
        && lock.depth(of: holder, at: lock.turns[times]) == times,
      "one thread locks twice or more, and then unlocks as often")
    let looks = try lock.turns.map { try look(after: $0, in: run) }
    return .confirmed(
      if: looks.map(\.note) == looks.dropLast().map { _ in "taken" } + ["free for others"],
      "locked \(times) times by one thread; free for others after the last unlock, not before",
      otherwise: looks.map(\.note).joined(separator: ", "), lock.turns + looks)
  }

  static let plainLockWaits = Claim(
    "E04b", "... while a plain lock makes its own holder wait for ever.",
    origin: .documentation(page: ApplePage.lock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.lock),
      because: "It does not know who holds it. Only its holder could unlock it, and is waiting."),
    mutants: [
      .passing("recursive-lock", as: "plain-lock"),
      .trace(of: "plain-lock", "it is unlocked before") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .waiting }) else { return }
          var event = events[0]
          event.note = "plain lock" + Words.givenBack
          events.insert(event, at: place)
        }
      },
      .trace(of: "plain-lock", "another thread waits") {
        $0.replacing(.waiting) { $0.thread = "T1" }
      },
      .trace(of: "plain-lock", "it goes on") { $0.inserting(.observed, of: "lock") },
    ]
  ) { runs in
    let run = try runs["plain-lock"]
    let lock = try LockHistory("lock", "plain lock", in: run)
    let look = try look(after: lock.turns[0], in: run)
    try run.require(look.note == "taken", "another thread finds it taken")
    let wait = try lock.wait(after: look)
    try run.require(
      lock.isHeld(at: wait) && wait.thread == lock.turns[0].thread, "its holder locks once more")
    return .confirmed(
      if: lock.isEndless(wait), "locked once, it was waited for by its own holder, for ever",
      otherwise: "its holder got in", [lock.turns[0], look, wait])
  }

  /// What another thread than the lock's holder sees when it tries the lock next.
  private static func look(after turn: Evidence, in run: Run) throws -> Evidence {
    guard let look = run.all(.observed, of: "lock").first(where: { $0.seq > turn.seq }) else {
      throw MissingEvidence.event(.observed, subject: "lock", program: run.program)
    }
    try run.require(look.thread != turn.thread, "another thread tries the lock")
    return look
  }

  static let oneAtATime = Claim(
    "C32a", "Wrapping start() in a lock lets one thread in at a time.",
    origin: .article(
      .c,
      passage: .init(
        "start方法里用到了@synchronized(),線程同時(shí)執(zhí)行這段代碼",
        "start uses @synchronized(); threads run this code at the same time",
        at: 913,
        but: """
          As printed the sentence says the opposite of what @synchronized does; a word seems \
          to be missing.
          """)),
    expected: .everywhere(.confirmed, because: "The second thread waits until the first is out."),
    mutants: [
      .trace(of: "synchronized", "the second gets in before the first is out") {
        $0.movingToFront(.ended, of: "loader").movingToEnd(.ended, of: "loader")
      },
      .passing("start-in-start", as: "synchronized"),
    ]
  ) { runs in
    let run = try runs["synchronized"]
    let wait = try secondWaits(in: run)
    let bodies = (run.all(.began, of: "loader") + run.all(.ended, of: "loader"))
      .sorted { $0.seq < $1.seq }
    try run.require(bodies.count >= 4, "both work")
    let isInTurn = bodies.enumerated().allSatisfy { place, body in
      body.kind == (place.isMultiple(of: 2) ? .began : .ended)
    }
    return .confirmed(
      if: isInTurn && bodies[2...].contains { $0.thread == wait.thread },
      "the second called while the first was in, and got in when it was out",
      otherwise: "both were in at once", [wait] + bodies)
  }

  static let notOnlyOnce = Claim(
    "C32b", "... but does not make the work be done once: the second caller does it again.",
    origin: .kit,
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
    let wait = try secondWaits(in: run)
    let bodies = run.all(.began, of: "loader")
    let back = try comesOut(wait, in: run)
    return .confirmed(
      if: bodies.dropFirst().contains { $0.thread == wait.thread },
      "the second caller worked, too: \(bodies.count) bodies",
      otherwise: "the second caller did not work: \(bodies.count) bodies", [wait] + bodies + [back])
  }

  static let holderGetsIn = Claim(
    "C32c", "... nor keep out a start() from within the work, on the same thread.", origin: .kit,
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
    let lock = try LockHistory("lock", "recursive lock", in: run)
    let bodies = run.all(.began, of: "loader")
    let end = try run.first(.ended, of: "loader")
    guard bodies.count == 2 else {
      throw MissingEvidence.event(.began, subject: "loader, again", program: run.program)
    }
    try run.require(lock.isHeld(at: bodies[0]), "the lock is held during the work")
    return .confirmed(
      if: bodies[1].seq < end.seq && bodies[0].thread == bodies[1].thread
        && lock.depth(of: end.thread, at: bodies[1]) == 2,
      "the work began again within the work, on \(bodies[1].thread)",
      otherwise: "the second call did not get in before the first was out", bodies + [end])
  }

  static let onceWithState = Claim(
    "C32d", "... unless start() asks, under the lock, whether the work has begun.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The second caller gets in as well, sees that the work has begun, and leaves."),
    mutants: [
      .passing("synchronized", as: "checked"),
      .trace(of: "checked", "the second does not come while the first is in") {
        $0.removing(.waiting)
      },
      .trace(of: "checked", "the second never gets in") {
        $0.edited { events in events.removeAll { $0.thread == "T2" && $0.kind == .noted } }
      },
      .trace(of: "checked", "nobody works") { $0.removing(.began) },
    ]
  ) { runs in
    let run = try runs["checked"]
    let wait = try secondWaits(in: run)
    let bodies = run.all(.began, of: "loader")
    let back = try comesOut(wait, in: run)
    return .confirmed(
      if: bodies.count == 1, "two callers, one after the other, and one body",
      otherwise: "two callers, \(bodies.count) bodies", [wait] + bodies + [back])
  }

  /// The wait of a second thread for the lock, while a first works and holds it.
  private static func secondWaits(in run: Run) throws -> Evidence {
    let lock = try LockHistory("lock", in: run)
    let began = try run.first(.began, of: "loader")
    let ended = try run.first(.ended, of: "loader")
    let wait = try lock.wait(after: began)
    try run.require(
      wait.seq < ended.seq && wait.thread != began.thread
        && lock.depth(of: began.thread, at: wait) == 1
        && lock.depth(of: began.thread, at: ended) == 1,
      "a second thread calls start() while the first works and holds the lock")
    return wait
  }

  /// The event with which who waited lets go of the lock again.
  private static func comesOut(_ wait: Evidence, in run: Run) throws -> Evidence {
    let lock = try LockHistory("lock", in: run)
    let turns = lock.turns.filter { $0.thread == wait.thread && $0.seq > wait.seq }
    try run.require(turns.count == 2, "the second caller gets in and out again")
    return turns[1]
  }
}
