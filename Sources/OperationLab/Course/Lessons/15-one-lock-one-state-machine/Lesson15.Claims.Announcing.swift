import OperationLab
import OperationDownloads
import OperationTesting

// E07: when to announce what a lock guards.
extension Lesson15 {
  static let plainLockStops = Claim(
    "E07a",
    """
    A notification of isFinished, posted while a plain lock is held that the getter takes too, \
    never gets through.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Whoever is notified asks isFinished, on this very thread, and isFinished wants the lock. \
        The thread waits for itself.
        """),
    mutants: [
      .passing("lock-released", as: "plain-lock-held"),
      .passing("mutex-held", as: "plain-lock-held"),
      .trace(of: "plain-lock-held", "it waits for something else") { $0.removing(.waiting) },
      .trace(of: "plain-lock-held", "the lock is given back before") {
        $0.movingToEnd(.noted, of: "lock")
      },
    ]
  ) { runs in
    let run = try runs["plain-lock-held"]
    let lock = try LockHistory("lock", "plain lock", in: run)
    let announced = try announcedWhileHeld(lock, in: run)
    if let saw = run.all(.noted, of: "main thread").first {
      return Judgement(.refuted, "the announcement was made, and things went on", [announced, saw])
    }
    let wait = try lock.wait(after: announced)
    try run.require(
      wait.thread == announced.thread && lock.isHeld(at: wait) && lock.isEndless(wait),
      "whoever announces waits for the lock that it holds, for ever")
    return Judgement(
      .confirmed,
      "asked in the announcement, the operation waits for the lock that it holds itself",
      [lock.turns[0], announced, wait])
  }

  static let mutexTraps = Claim(
    "E07b", "... and posted while a Mutex is held it ends the process.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "A Mutex notices that its own holder wants it again, and ends the process."),
    mutants: [
      .passing("lock-released", as: "mutex-held"),
      .passing("plain-lock-held", as: "mutex-held"),
      .trace(of: "mutex-held", "nothing is announced") { $0.removing(.announced) },
      .trace(of: "mutex-held", "it traps before it asks") { $0.removing(.waiting) },
    ]
  ) { runs in
    let run = try runs["mutex-held"]
    let mutex = try LockHistory("mutex", "mutex", in: run)
    let announced = try announcedWhileHeld(mutex, in: run)
    guard run.outcome == .traps else {
      let saw = try run.first(.noted, of: "main thread")
      return Judgement(.refuted, "things went on", [announced, saw])
    }
    let wait = try mutex.wait(after: announced)
    let last = run.trace.events.last { $0.thread == announced.thread }
    try run.require(
      wait.thread == announced.thread && wait.event == last && mutex.isHeld(at: wait),
      "whoever announces wants the mutex that it holds, and gets no further")
    // macOS ends such a process without a word.
    if run.fatalMessage != nil { _ = try run.trapped(saying: "Recursive call to lock Mutex") }
    return Judgement(
      .confirmed, "the announcement trapped: \(run.fatalMessage ?? "no message")",
      [mutex.turns[0], announced, wait])
  }

  static let recursiveLockWaits = Claim(
    "E07c", "... and with a recursive lock it gets through, but an observer may wait for ever.",
    origin: .kit,
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
      .trace(of: "recursive-lock-held", "the observer does not wait") {
        $0.removing(.waiting, of: "observer")
      },
      .trace(of: "recursive-lock-held", "the main thread waits for something else") {
        $0.removing(.waiting, of: "lock")
      },
    ]
  ) { runs in
    let run = try runs["recursive-lock-held"]
    let lock = try LockHistory("lock", "recursive lock", in: run)
    let announced = try announcedWhileHeld(lock, in: run)
    let waits = try observerWaits(after: announced, in: run)
    let asks = try run.first(.noted, of: "main thread", note: "asks isFinished")
    try run.require(announced.seq < asks.seq && asks.thread == "main", "the main thread asks it")
    if let told = run.all(.observed, of: "main thread").first {
      return Judgement(.refuted, "the main thread got its answer", [announced, waits, asks, told])
    }
    let wait = try lock.wait(after: asks)
    try run.require(
      wait.thread == "main" && lock.depth(of: announced.thread, at: wait) > 0
        && lock.isEndless(wait),
      "the main thread waits for the lock, which the announcing thread holds")
    try run.stuck("draw", .mainThreadBlocked)
    return Judgement(
      .confirmed, "the observer waits for the main thread, and that for the lock",
      [announced, waits, asks, wait])
  }

  static let unlockFirst = Claim(
    "E07d", "... while after unlocking it may be posted with any lock.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Whoever is told may ask, from any thread: the lock is free."),
    mutants: [
      .passing("recursive-lock-held", as: "lock-released"),
      .trace(of: "lock-released", "the main thread is told that it has not finished") {
        $0.replacing(.observed, of: "main thread") { $0.note.replace("true", with: "false") }
      },
      .trace(of: "lock-released", "there is no lock") { $0.removing(.noted, of: "lock") },
      .trace(of: "lock-released", "it unlocks after announcing") {
        $0.movingToEnd(.noted, of: "lock")
      },
    ]
  ) { runs in
    let run = try runs["lock-released"]
    let lock = try LockHistory("lock", in: run)
    let finished = try run.first(.finished, of: "loader")
    let announced = try run.announced("isFinished", by: "loader")
    try run.require(
      lock.turns.count == 2 && lock.turns[1].seq < announced.seq
        && lock.turns.allSatisfy { $0.thread == announced.thread }
        && !lock.isHeld(at: announced),
      "the lock is taken, and given back before the announcement")
    let waits = try observerWaits(after: announced, in: run)
    let evidence = try [
      lock.turns[1], finished, announced, waits,
      run.first(.observed, of: "main thread"),
      run.first(.began, of: "draw"),
      run.first(.noted, of: "observer", note: "goes on"),
    ]
    return .confirmed(
      if: evidence[4].note == "isFinished is true" && evidence[5].thread == "main"
        && evidence[4].seq < evidence[5].seq && evidence[5].seq < evidence[6].seq,
      "the main thread got its answer, and the observer went on",
      otherwise: "the main thread was told: \(evidence[4].note)", evidence)
  }

  /// The announcement of the end, made by a thread that holds that lock.
  private static func announcedWhileHeld(_ lock: LockHistory, in run: Run) throws -> Evidence {
    let announced = try run.announced("isFinished", by: "loader")
    try run.require(lock.isHeld(at: announced), "the end is announced while the lock is held")
    return announced
  }

  /// The wait of the observer, called on the announcing thread, for the main thread to draw.
  private static func observerWaits(after announced: Evidence, in run: Run) throws -> Evidence {
    try run.enqueued("draw", in: Snapshot.Queue.main)
    let called = try run.first(.noted, of: "observer")
    let waits = try run.first(.waiting, of: "observer", note: "for operation draw")
    try run.require(
      announced.seq < called.seq && called.seq < waits.seq && waits.thread == announced.thread,
      "who is told waits, on the announcing thread, for the main thread")
    return waits
  }
}
