import OperationLab
import OperationDownloads
import OperationTesting

// E05: what one lock around one state is good for.
extension Lesson15 {
  static let neverIllegal = Claim(
    "E05a",
    """
    A state machine guarded by one lock keeps an operation's states legal under concurrent start, \
    cancel, pause, resume and finish.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Asking for the state and changing it are one step under the lock, and every change goes \
        through one table. A move that has become impossible is simply not made.
        """),
    in: "hammer",
    given: [
      .fact(
        .mark(moved(by: ConnectionOperation.Step.allCases, twoAtOnce: true)),
        at: .marked(like: moved(by: [], twoAtOnce: true), by: "hammer")),
      .fact(.mark(startedByQueue(200)), at: .marked(like: startedByQueue(0), by: "hammer")),
      // The check notices illegal moves.
      .fact(
        .mark(forgedMoves(illegal: 2)), at: .marked(like: forgedMoves(illegal: 0), by: "hammer")),
    ],
    expect: [
      .fact(
        .mark(result(rounds: 10_000)), at: .marked(like: result(rounds: 0), by: "hammer")),
      .fact(
        .mark(queueResult(rounds: 200)), at: .marked(like: queueResult(rounds: 0), by: "hammer")),
      .prints("without being started by the queue", false),
    ])

  static let flagsWillNotDo = Claim(
    "E05b",
    "... while two flags, each safe by itself, let it be executing and finished at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() asks, cancel() finishes, start() goes on and sets executing: each step was right \
        by itself. Asking and setting must not be two steps.
        """),
    in: "two-flags",
    given: [
      // cancel() comes while start() has not returned, and finishes the operation.
      .order(.started("loader"), .cancelled("loader"), .returned("loader")),
      .differentThreads(.started("loader"), .cancelled("loader")),
      .flags(not: .cancelled, at: .started("loader")),
      .flags(
        [.finished, .cancelled], not: .executing,
        at: .observed("loader").after(.cancelled("loader"))),
      // If cancelled before, start() sees it.
      .order(.cancelled("late"), .returned("late")),
      .flags(not: .executing, at: .returned("late")),
    ],
    expect: [
      .flags([.executing, .finished], at: .observed("loader").after(.returned("loader")))
    ])

  static let calledWithoutLock = Claim(
    "E05c", "... and such an operation may be cancelled by whoever it tells that it executes.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "ConnectionOperation tells of a move after it has let go of its lock."),
    in: "connection",
    given: [
      .added("connection", to: "connections"),
      .order(
        .marked(step(.start, from: .ready, to: .executing), by: "connection"),
        .marked(step(.pause, from: .executing, to: .paused(hasStarted: true)), by: "connection"),
        resumes, cancels, .marked(hasTold(of: .resume), by: "connection")),
      .sameThread(resumes, cancels, .marked(hasTold(of: .resume), by: "connection")),
    ],
    expect: [
      // Another thread may ask it meanwhile.
      .order(resumes, .observed("another"), cancels),
      .differentThreads(resumes, .observed("another")),
      .flags([.finished, .cancelled], at: .settled("connection")),
      .place(nil, at: .settled("connection")),
    ])
}
