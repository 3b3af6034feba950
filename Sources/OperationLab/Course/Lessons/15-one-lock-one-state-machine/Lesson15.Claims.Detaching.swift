import OperationLab
import OperationDownloads
import OperationTesting

// D03: what start() does under the semaphore; E04: a lock that is made when it is asked for.
extension Lesson15 {
  static let announcedUnderSemaphore = Claim(
    "D03d",
    """
    ... and start() announces isExecuting while it holds the semaphore: an observer that calls \
    cancel() never comes back.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Setting the property announces it there and then, and the semaphore is signalled when \
        start() returns. Signal first, and announce after it.
        """),
    mutants: [
      .passing("detach-last", as: "observer-cancels"),
      .passing("observer-cancels", as: "detach-last"),
      .trace(of: "observer-cancels", "nobody is told") { $0.removing(.announced) },
      .trace(of: "observer-cancels", "it waits for something else") { $0.removing(.waiting) },
    ]
  ) { runs in
    let (run, cure) = (try runs["observer-cancels"], try runs["detach-last"])
    let (told, call) = try cancelsWhenTold(in: run)
    let semaphore = try LockHistory("semaphore", "semaphore", in: run)
    try run.require(semaphore.isHeld(at: told), "start() announces while it holds the semaphore")
    let (after, _) = try cancelsWhenTold(in: cure)
    let cured = try LockHistory("semaphore", "semaphore", in: cure)
    try cure.require(!cured.isHeld(at: after), "it announces when it has signalled the semaphore")
    let cancelled = try cure.first(.noted, of: "manager", note: "is back")
    if let back = run.all(.noted, of: "manager").first(where: { $0.note == "is back" }) {
      return Judgement(.refuted, "cancel() returned", [told, call, back])
    }
    let wait = try semaphore.wait(after: call)
    try run.require(
      wait.thread == call.thread && semaphore.isEndless(wait), "it waits for itself, for ever")
    return Judgement(
      .confirmed, "told under the semaphore, its observer waits for ever; told later, it is back",
      [told, call, wait, after, cancelled])
  }

  static let detachesTooEarly = Claim(
    "D03e",
    """
    start() detaches its thread before executing is true: the work may begin in an operation that \
    does not execute.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A new thread waits for nobody; the semaphore keeps out other callers of start() and \
        cancel(), and it is neither. Set executing first.
        """),
    mutants: [
      .passing("detach-last", as: "detach-first"),
      .passing("detach-first", as: "detach-last"),
      .trace(of: "detach-first", "it executes already") {
        $0.replacing(.observed, of: "thread") { $0.state.insert(.executing) }
      },
      .trace(of: "detach-first", "it never executes") { $0.removing(.announced) },
    ]
  ) { runs in
    let (run, cure) = (try runs["detach-first"], try runs["detach-last"])
    var looks: [Evidence] = []
    for run in [run, cure] {
      let look = try run.first(.observed, of: "thread", note: "as its work begins")
      let told = try run.announced("isExecuting", by: "download")
      let end = try run.last(.settled, of: "download")
      try run.require(
        look.thread != told.thread && !end.state.isDisjoint(with: [.executing, .finished]),
        "a thread of its own works for the download, which executes or has finished in the end")
      looks += [look, told]
    }
    return .confirmed(
      if: !looks[0].state.contains(.executing) && looks[2].state.contains(.executing),
      "the work began in an operation that was '\(looks[0].state)'; with executing set first it "
        + "was '\(looks[2].state)'",
      otherwise: "it was '\(looks[0].state)' as the work began", looks)
  }

  /// `download` announces that it executes, and whoever is told calls `cancel()`, on that thread.
  private static func cancelsWhenTold(in run: Run) throws -> (told: Evidence, call: Evidence) {
    let told = try run.announced("isExecuting", by: "download")
    let manager = try run.first(.noted, of: "manager")
    let call = try run.first(.noted, of: "download", note: cancelCall)
    try run.require(
      told.seq < manager.seq && manager.seq < call.seq && told.thread == manager.thread
        && told.thread == call.thread,
      "whoever is told that it executes calls cancel()")
    return (manager, call)
  }

  static let lazyLockIsTwo = Claim(
    "E04c",
    """
    A lock that is made when it is first asked for may be two locks for two first callers: both \
    get in.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        To ask whether there is a lock, and to make one, are two steps, and nothing guards them: \
        the lock that would is the one that is missing. Make it with the operation.
        """),
    mutants: [
      .passing("eager-lock", as: "lazy-lock"),
      .passing("lazy-lock", as: "eager-lock"),
      .trace(of: "lazy-lock", "the second came when there was a lock") {
        $0.movingToEnd(.noted, of: "loader")
      },
      .trace(of: "lazy-lock", "the first was out before the second was in") {
        $0.movingToFront(.ended, of: "loader")
      },
      .trace(of: "lazy-lock", "one thread did both") {
        $0.edited { events in
          for place in events.indices { events[place].thread = "T1" }
        }
      },
    ]
  ) { runs in
    let (run, cure) = (try runs["lazy-lock"], try runs["eager-lock"])
    let asked = run.all(.noted, of: "loader").filter { $0.note == noLock }
    let locks = try ["lock 1", "lock 2"].map {
      try LockHistory($0, "recursive lock", in: run).turns
    }
    let bodies = try bothWork(in: run)
    try run.require(
      asked.count == 2 && asked[0].thread != asked[1].thread && asked[1].seq < locks[0][0].seq,
      "two threads asked for the lock, and both found none")

    let only = try LockHistory("lock 1", "recursive lock", in: cure)
    let cured = try bothWork(in: cure)
    try cure.require(
      cure.all(.noted, of: "lock 2").isEmpty && only.waits.count == 1
        && cured[0].kind == .began && cured[1].kind == .ended,
      "with one lock, the second caller waited until the first was out")
    return .confirmed(
      if: bodies[..<2].allSatisfy { $0.kind == .began } && locks[0][0].thread != locks[1][0].thread,
      "each caller made a lock and held it, and both were at work; with one lock, one after the "
        + "other",
      otherwise: "one was out before the other was in",
      asked + [locks[0][0], locks[1][0]] + bodies + only.waits)
  }

  /// The beginnings and ends of the work that two threads did, in order.
  private static func bothWork(in run: Run) throws -> [Evidence] {
    let bodies = (run.all(.began, of: "loader") + run.all(.ended, of: "loader"))
      .sorted { $0.seq < $1.seq }
    try run.require(
      bodies.count == 4 && Set(bodies.map(\.thread)).count == 2, "two threads did the work")
    return bodies
  }
}
