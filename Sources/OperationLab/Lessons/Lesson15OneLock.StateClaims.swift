import Foundation

// E05: what one lock around one state is good for; E07: when to announce what it guards.
extension OneLock {
  static let stateClaims = [
    neverIllegal, flagsWillNotDo, calledWithoutLock, plainLockStops, mutexTraps, recursiveLockWaits,
    unlockFirst,
  ]

  private static let neverIllegal = Claim(
    "E05a",
    """
    A state machine guarded by one lock keeps an operation's states legal under concurrent start, \
    cancel, pause, resume and finish.
    """,
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        Asking for the state and changing it are one step under the lock, and every change goes \
        through one table. A move that has become impossible is simply not made.
        """),
    mutants: [
      .trace(of: "hammer", "one illegal move") {
        $0.replacing(.noted) { $0.note.replace("0 illegal", with: "1 illegal") }
      },
      .trace(of: "hammer", "one is left unfinished") {
        $0.replacing(.noted) { $0.note.replace("0 not", with: "1 not") }
      },
      .passing("two-flags", as: "hammer"),
    ]
  ) { runs in
    let run = try runs["hammer"]
    let notes = run.all(.noted, of: "hammer")
    guard notes.count == 2 else {
      throw MissingEvidence.event(.noted, subject: "hammer", program: run.program)
    }
    let isClean = notes.allSatisfy { $0.note.hasSuffix("rounds: 0 illegal moves, 0 not finished") }
    return .confirmed(
      if: isClean && !run.printed("without being started by the queue"),
      "10000 rounds by hand, 200 in a queue: no illegal move, and all finished",
      otherwise: notes.map(\.note).joined(separator: "; "), notes)
  }

  private static let flagsWillNotDo = Claim(
    "E05b",
    "... while two flags, each safe by itself, let it be executing and finished at once.",
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        start() asks, cancel() finishes, start() goes on and sets executing: each step was right \
        by itself. Asking and setting must not be two steps.
        """),
    mutants: [
      .passing("connection", as: "two-flags"),
      .trace(of: "two-flags", "start() does not set executing any more") {
        $0.replacing(.observed, of: "loader") { $0.state.remove(.executing) }
      },
    ]
  ) { runs in
    let run = try runs["two-flags"]
    let before = try run.first(.observed, of: "loader", note: "after cancel()")
    let after = try run.first(.observed, of: "loader", note: "after start()")
    return .confirmed(
      if: after.state.isSuperset(of: [.executing, .finished]),
      "finished by cancel(), then set executing by start(): \(after.state)",
      otherwise: "after start() it was \(after.state)", [before, after])
  }

  private static let calledWithoutLock = Claim(
    "E05c", "... and such an operation may be cancelled by whoever it tells that it executes.",
    source: .e,
    expected: .everywhere(
      .confirmed, because: "ConnectionOperation tells of a move after it has let go of its lock."),
    mutants: [
      .trace(of: "connection", "it never finishes") {
        $0.edited { $0.removeAll { $0.note.hasSuffix("→ finished") } }
      },
      .trace(of: "connection", "it is still in the queue") {
        $0.replacing(.settled, of: "connection") { $0.note = "in connections" }
      },
    ]
  ) { runs in
    let run = try runs["connection"]
    let moves = try [
      "ready → executing", "executing → paused", "paused → executing", "executing → finished",
    ].map { try run.first(.noted, of: "connection", note: $0) }
    let last = try run.last(.settled, of: "connection")
    return .confirmed(
      if: moves.map(\.seq) == moves.map(\.seq).sorted() && last.note == "in no queue"
        && last.state.isSuperset(of: [.finished, .cancelled]),
      "paused, resumed, cancelled while it said so, and gone from its queue",
      otherwise: "in the end it was \(last.state), \(last.note)", moves + [last])
  }

  private static let plainLockStops = Claim(
    "E07a", "A notification posted while a plain lock is held never gets through.", source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        Whoever is notified asks isFinished, on this very thread, and isFinished wants the lock. \
        The thread waits for itself.
        """),
    mutants: [
      .passing("lock-released", as: "plain-lock-held"),
      .passing("mutex-held", as: "plain-lock-held"),
    ]
  ) { runs in
    let run = try runs["plain-lock-held"]
    let announced = try run.first(.finished, of: "loader")
    let saw = run.all(.noted, of: "main thread")
    guard !saw.isEmpty || isStuck(run, since: announced) else {
      return Judgement(.undecided, "nobody looked whether it goes on", [announced])
    }
    return .confirmed(
      if: saw.isEmpty,
      "the announcement never came to its end; nobody saw the end of the operation",
      otherwise: "the announcement was made, and things went on",
      [announced] + saw)
  }

  private static let mutexTraps = Claim(
    "E07b", "... and posted while a Mutex is held it ends the process.", source: .e,
    expected: .everywhere(
      .confirmed,
      because: "A Mutex notices that its own holder wants it again, and ends the process."),
    mutants: [
      .passing("lock-released", as: "mutex-held"),
      .passing("plain-lock-held", as: "mutex-held"),
    ]
  ) { runs in
    let run = try runs["mutex-held"]
    let announced = try run.first(.finished, of: "loader")
    guard run.outcome == .traps else {
      let saw = try run.first(.noted, of: "main thread")
      return Judgement(.refuted, "things went on", [announced, saw])
    }
    guard announced.event == run.trace.events.last else {
      return Judgement(.undecided, "it was not the announcement that trapped", [announced])
    }
    return Judgement(
      .confirmed, "the announcement trapped: \(run.fatalMessage ?? "no message")", [announced])
  }

  private static let recursiveLockWaits = Claim(
    "E07c", "... and with a recursive lock it gets through, but an observer may wait for ever.",
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        It lets its own thread in again, and no other. An observer that waits for another thread, \
        which asks the operation anything, waits for ever.
        """),
    mutants: [
      .passing("lock-released", as: "recursive-lock-held"),
      .trace(of: "recursive-lock-held", "nobody asks") {
        $0.removing(.noted, of: "main thread")
      },
    ]
  ) { runs in
    let run = try runs["recursive-lock-held"]
    let announced = try run.first(.finished, of: "loader")
    let waits = try run.first(.noted, of: "observer", note: "waits for the main thread")
    let asks = try run.first(.noted, of: "main thread", note: "asks isFinished")
    let told = run.all(.noted, of: "main thread").filter { $0.seq > asks.seq }
    guard !told.isEmpty || isStuck(run, since: asks) else {
      return Judgement(.undecided, "nobody looked whether it goes on", [announced, waits, asks])
    }
    return .confirmed(
      if: told.isEmpty, "the observer waits for the main thread, and that for the lock",
      otherwise: "the main thread got its answer",
      [announced, waits, asks] + told)
  }

  private static let unlockFirst = Claim(
    "E07d", "... while after unlocking it may be posted with any lock.", source: .e,
    expected: .everywhere(
      .confirmed, because: "Whoever is told may ask, from any thread: the lock is free."),
    mutants: [
      .passing("recursive-lock-held", as: "lock-released"),
      .trace(of: "lock-released", "the main thread is told that it has not finished") {
        $0.replacing(.noted, of: "main thread") { $0.note.replace("true", with: "false") }
      },
    ]
  ) { runs in
    let run = try runs["lock-released"]
    let evidence = try [
      run.first(.finished, of: "loader"),
      run.first(.noted, of: "observer", note: "waits for the main thread"),
      run.last(.noted, of: "main thread"),
      run.first(.noted, of: "observer", note: "goes on"),
    ]
    return .confirmed(
      if: evidence[2].note == "is told true",
      "the main thread got its answer, and the observer went on",
      otherwise: "the main thread \(evidence[2].note)", evidence)
  }

  /// Whether the program's thread was still in the program when nothing could happen any more, and
  /// nothing had happened since.
  private static func isStuck(_ run: Run, since event: Evidence) -> Bool {
    run.snapshot?.isProgramBlocked == true && event.event == run.trace.events.last
  }
}
