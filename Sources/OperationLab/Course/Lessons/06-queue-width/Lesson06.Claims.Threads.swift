import OperationLab
import OperationDownloads
import OperationTesting

// The thread is not the queue's: neither it nor what is left in it.
extension Lesson06 {
  static let changesThreads = Claim(
    "A05", "... and on one and the same thread.",
    origin: .article(
      .a,
      passage: .init(
        "如果将最大任务并发数量设置为1这里就会使用同一个线程串行执行",
        """
        if the number of tasks at a time is set to 1, they run one after another on one \
        and the same thread
        """,
        at: 308)),
    expected: .everywhere(
      .refuted,
      because: """
        The queue borrows a thread from a pool for each operation. Here the first thread is kept \
        busy, so it must borrow another; usually the scheduler decides.
        """),
    mutants: [
      .trace(of: "thread-dictionary", "both on one thread") {
        $0.replacing(.began, of: "fetch") { $0.thread = "T1" }
          .replacing(.began, of: "login") { $0.thread = "T1" }
      },
      .trace(of: "thread-dictionary", "fetch never begins") { $0.removing(.began, of: "fetch") },
      .trace(of: "thread-dictionary", "they run at the same time") {
        $0.movingToFront(.began, of: "fetch")
      },
      .trace(of: "thread-dictionary", "the width is 2") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "session", width: 2) }
      },
    ]
  ) { runs in
    let run = try runs["thread-dictionary"]
    let turns = try Turns(in: run)
    return .confirmed(
      if: turns.first.thread == turns.second.thread, "both ran on \(turns.first.thread)",
      otherwise: "login ran on \(turns.first.thread), then fetch on \(turns.second.thread)",
      turns.evidence)
  }

  static let nothingInTheThread = Claim(
    "A05b",
    "What an operation of a serial queue leaves in its thread's dictionary, the next one finds.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The next one looks into the dictionary of its own thread, which is another one here. \
        macOS, where this was not measured, has a pool of threads, too.
        """),
    mutants: [
      .passing("shared-box", as: "thread-dictionary"),
      .trace(of: "thread-dictionary", "login leaves nothing") {
        $0.replacing(.noted, of: "login") {
          if $0.note == found { $0.note = foundNothing }
        }
      },
    ]
  ) { runs in
    try finding(in: try runs["thread-dictionary"])
  }

  static let tokenInTheBox = Claim(
    "A05c", "... and what it leaves in an object that both know, the next one finds.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue of width 1 gives order: whatever the first has done has happened before \
        anything that the second does, on whatever thread.
        """),
    mutants: [
      .passing("thread-dictionary", as: "shared-box"),
      .trace(of: "shared-box", "the token was there before") {
        $0.replacing(.noted, of: "login") {
          if $0.note == foundNothing { $0.note = found }
        }
      },
      .trace(of: "shared-box", "both on one thread") {
        $0.replacing(.began) { $0.thread = "T1" }
      },
    ]
  ) { runs in
    try finding(in: try runs["shared-box"])
  }

  private static let found = "finds the token"
  private static let foundNothing = "finds no token"

  /// Whether fetch found what login had left, on another thread.
  private static func finding(in run: Run) throws -> Judgement {
    let turns = try Turns(in: run)
    try run.require(
      turns.first.thread != turns.second.thread, "fetch ran on another thread than login")
    let looks = run.all(.noted, of: "login").filter { [found, foundNothing].contains($0.note) }
    let after = looks.drop { $0.note == foundNothing }
    try run.require(
      after.count < looks.count && after.count >= 2 && after.allSatisfy { $0.note == found },
      "login found no token before it left one, and the token after")
    let last = after[after.endIndex - 1]
    let look = try run.first(.noted, of: "fetch")
    try run.require(
      turns.second.seq < look.seq && look.thread == turns.second.thread, "fetch looked for it")
    // Where no second thread comes before the first is free, login has left before fetch begins.
    try run.require(
      last.thread == turns.first.thread && turns.left.seq < last.seq
        && (look.seq < last.seq || turns.left.seq < turns.second.seq),
      "the token was still there when fetch had looked")
    return .confirmed(
      if: look.note == found, "login left the token, and fetch found it",
      otherwise: "login left the token, and fetch did not find it", turns.evidence + looks + [look])
  }

  /// login and fetch, one after the other because of the width alone, while login's thread has been
  /// kept busy until fetch began.
  private struct Turns {
    let first: Evidence
    let end: Evidence
    let second: Evidence
    let left: Evidence

    init(in run: Run) throws {
      for name in ["login", "fetch"] {
        try run.enqueued(name, in: "session", width: 1, isSuspended: false, dependencies: [])
      }
      first = try run.first(.began, of: "login")
      end = try run.first(.ended, of: "login")
      second = try run.first(.began, of: "fetch")
      try run.require(
        first.seq < end.seq && end.seq < second.seq, "fetch began after login had ended")
      let (answer, waited) = try run.answer(to: "login", waitingFor: "fetch has begun")
      left = waited
      let opened = try run.first(.opened, of: "fetch has begun")
      try run.require(
        second.seq < opened.seq && opened.thread == second.thread, "fetch said that it had begun")
      try run.require(answer != .shutWithoutThread, "the system had a second thread for fetch")
      try run.require(
        end.seq < waited.seq && waited.thread == first.thread
          && (answer == .shut || second.seq < waited.seq),
        "login kept its thread busy until fetch began")
    }

    var evidence: [Evidence] { [first, end, second, left] }
  }
}
