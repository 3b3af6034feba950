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
    mutants: [
      .trace(of: "hammer", "one illegal move") {
        $0.replacing(.noted) { $0.note.replace("rounds: 0 illegal", with: "rounds: 1 illegal") }
      },
      .trace(of: "hammer", "one is left unfinished") {
        $0.replacing(.noted) { $0.note.replace("0 not", with: "1 not") }
      },
      .trace(of: "hammer", "nobody pauses") {
        $0.replacing(.noted) { $0.note.replace("pause, ", with: "") }
      },
      .trace(of: "hammer", "there is one thread") {
        $0.replacing(.noted) { $0.note.replace("two threads", with: "never two threads") }
      },
      .trace(of: "hammer", "the check of the moves notices nothing") {
        $0.replacing(.noted) { $0.note.replace("2 illegal", with: "0 illegal") }
      },
      .passing("two-flags", as: "hammer"),
    ]
  ) { runs in
    let run = try runs["hammer"]
    let tallies = try [
      run.first(.noted, of: "hammer") { $0.contains("not finished") },
      run.first(.noted, of: "hammer") { $0.hasPrefix("in a queue") && $0.contains("not finished") },
    ]
    let moved = try run.first(.noted, of: "hammer") { $0.hasPrefix("moved by") }
    let steps = ConnectionOperation.Step.allCases.map(\.rawValue).joined(separator: ", ")
    try run.require(moved.note.contains(steps), "each of \(steps) made moves")
    try run.require(
      moved.note.hasSuffix("; two threads at once"), "two threads were to be had at once")
    let starts = try run.first(.noted, of: "hammer") { $0.hasSuffix("started by the queue") }
    let rounds = tallies.map { $0.note.split(separator: " ").compactMap { Int($0) }.first ?? 0 }
    try run.require(rounds[0] >= 10_000 && rounds[1] >= 200, "there were rounds enough")
    try run.require(
      starts.note == "in a queue, \(rounds[1]) started by the queue",
      "the queue started all of them")
    let trial = try run.first(.noted, of: "hammer") { $0.hasPrefix("three forged moves") }
    try run.require(trial.note.hasSuffix(": 2 illegal"), "the check notices illegal moves")
    let isClean = tallies.allSatisfy {
      $0.note.hasSuffix(" rounds: 0 illegal moves, 0 not finished")
    }
    return .confirmed(
      if: isClean && !run.printed("without being started by the queue"),
      "\(rounds[0]) rounds by hand, \(rounds[1]) in a queue: no illegal move, and all finished",
      otherwise: tallies.map(\.note).joined(separator: "; "), tallies + [moved, starts, trial])
  }

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
    mutants: [
      .passing("connection", as: "two-flags"),
      .trace(of: "two-flags", "start() does not set executing any more") {
        $0.replacing(.observed, of: "loader") { $0.state.remove(.executing) }
      },
      .trace(of: "two-flags", "cancel() comes before start()") {
        $0.movingToFront(.cancelled, of: "loader")
      },
      .trace(of: "two-flags", "start() does not ask whether it was cancelled") {
        $0.replacing(.returned, of: "late") { $0.state.insert(.executing) }
      },
    ]
  ) { runs in
    let run = try runs["two-flags"]
    let started = try run.first(.started, of: "loader")
    let cancelled = try run.first(.cancelled, of: "loader")
    let returned = try run.first(.returned, of: "loader")
    let before = try run.first(.observed, of: "loader", note: "after cancel()")
    let after = try run.first(.observed, of: "loader", note: "after start()")
    try run.require(
      started.seq < cancelled.seq && cancelled.seq < returned.seq
        && cancelled.thread != started.thread && started.state.isDisjoint(with: [.cancelled]),
      "cancel() comes, on another thread, while start() is under way")
    try run.require(
      before.state.isSuperset(of: [.finished, .cancelled]) && !before.state.contains(.executing),
      "cancel() finishes it")
    let late = try (run.first(.cancelled, of: "late"), run.first(.returned, of: "late"))
    try run.require(
      late.0.seq < late.1.seq && !late.1.state.contains(.executing),
      "start() asks whether it was cancelled before")
    return .confirmed(
      if: after.state.isSuperset(of: [.executing, .finished]),
      "finished by cancel(), then set executing by start(): \(after.state)",
      otherwise: "after start() it was \(after.state)",
      [started, cancelled, before, returned, after])
  }

  static let calledWithoutLock = Claim(
    "E05c", "... and such an operation may be cancelled by whoever it tells that it executes.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "ConnectionOperation tells of a move after it has let go of its lock."),
    mutants: [
      .trace(of: "connection", "it never finishes") {
        $0.edited { $0.removeAll { $0.note.hasSuffix("→ finished") } }
      },
      .trace(of: "connection", "it is still in the queue") {
        $0.replacing(.settled, of: "connection") { $0.note = "in connections" }
      },
      .trace(of: "connection", "it is cancelled by somebody else, later") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.note.hasPrefix("cancel:") }) else {
            return
          }
          events.append(events.remove(at: place))
        }
      },
      .trace(of: "connection", "another thread has to wait for its answer") {
        $0.movingToEnd(.observed, of: "another")
      },
      .trace(of: "connection", "it was in no queue") { $0.removing(.enqueued) },
    ]
  ) { runs in
    let run = try runs["connection"]
    try run.enqueued("connection")
    let moves = try [
      "start: ready → executing", "pause: executing → paused", "resume: paused → executing",
      "cancel: executing → finished",
    ].map { try run.first(.noted, of: "connection", note: $0) }
    let told = try run.first(.noted, of: "connection", note: "has told of resume")
    let asked = try run.first(.observed, of: "another")
    let last = try run.last(.settled, of: "connection")
    try run.require(
      moves.map(\.seq) == moves.map(\.seq).sorted(), "it starts, is paused and resumed")
    try run.require(
      moves[3].seq < told.seq && moves[3].thread == moves[2].thread
        && told.thread == moves[2].thread,
      "whoever hears that it executes cancels it, there and then")
    return .confirmed(
      if: last.note == "in no queue" && last.state.isSuperset(of: [.finished, .cancelled])
        && moves[2].seq < asked.seq && asked.seq < moves[3].seq && asked.thread != told.thread,
      "paused, resumed, asked and cancelled while it said so, and gone from its queue",
      otherwise: "nobody could ask it while it said so, or it was left \(last.state), \(last.note)",
      moves + [asked, told, last])
  }
}

extension Run {
  fileprivate func first(
    _ kind: Event.Kind, of subject: String, where matches: (String) -> Bool
  ) throws -> Evidence {
    guard let event = all(kind, of: subject).first(where: { matches($0.note) }) else {
      throw MissingEvidence.event(kind, subject: subject, program: program)
    }
    return event
  }
}
