import OperationLab
import OperationDownloads
import OperationTesting

// D03: one semaphore around start() and cancel().
extension Lesson15 {
  static let keepsApart = Claim(
    "D03a", "Guarding start() and cancel() with one semaphore keeps them from interleaving.",
    origin: .article(
      .d,
      passage: .init(
        "注意在这里我们需要加锁,因为可以在多线程操作的",
        "note that we need a lock here, because several threads can be at it",
        at: 306)),
    expected: .everywhere(
      .confirmed,
      because: "cancel() on another thread waits until start() has signalled the semaphore."),
    mutants: [
      .trace(of: "one-semaphore", "cancel() is through before start() is") {
        $0.movingToEnd(.ended, of: "download")
      },
      .trace(of: "one-semaphore", "cancel() need not wait") { $0.removing(.waiting) },
      .trace(of: "one-semaphore", "cancel() came after start()") {
        $0.movingToFront(.ended, of: "download")
      },
    ]
  ) { runs in
    let run = try runs["one-semaphore"]
    let semaphore = try LockHistory("semaphore", "semaphore", in: run)
    let began = try run.first(.began, of: "download")
    let ended = try run.first(.ended, of: "download")
    let call = try run.first(.noted, of: "download", note: cancelCall)
    let cancelled = try run.first(.cancelled, of: "download")
    let wait = try semaphore.wait(after: call)
    try run.require(
      began.seq < call.seq && wait.seq < ended.seq && semaphore.isHeld(at: began)
        && call.thread != began.thread && wait.thread == call.thread,
      "another thread calls cancel() during start(), which holds the semaphore")
    return .confirmed(
      if: ended.seq < cancelled.seq && semaphore.isHeld(at: cancelled),
      "called during start(), cancel() took effect after it",
      otherwise: "cancel() took effect during start()", [began, call, wait, ended, cancelled])
  }

  static let notFromCallback = Claim(
    "D03b", "... but whoever start() calls back must not call cancel(): it never returns.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls back while it holds the semaphore. Whoever is called and calls cancel() \
        waits for a signal that only he himself could let start() give.
        """),
    mutants: [
      .passing("call-back-later", as: "cancel-in-callback"),
      .trace(of: "cancel-in-callback", "nobody calls back") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "cancel-in-callback", "it waits for something else") { $0.removing(.waiting) },
      .trace(of: "cancel-in-callback", "it was not cancelled before") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let run = try runs["cancel-in-callback"]
    let (called, call) = try cancelsWhenCalled(in: run)
    let semaphore = try LockHistory("semaphore", "semaphore", in: run)
    try run.require(semaphore.isHeld(at: called), "start() calls back while it holds the semaphore")
    if let back = run.all(.noted, of: "manager").first(where: { $0.note == "is back" }) {
      return Judgement(.refuted, "cancel() returned", [called, call, back])
    }
    let wait = try semaphore.wait(after: call)
    try run.require(
      wait.thread == call.thread && semaphore.isEndless(wait), "it waits for itself, for ever")
    return Judgement(
      .confirmed, "whoever was called back waits for the semaphore, on the thread that holds it",
      [called, call, wait])
  }

  static let calledLater = Claim(
    "D03c", "... unless start() calls back after it has signalled the semaphore.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Then nobody holds anything while code of others runs."),
    mutants: [
      .passing("cancel-in-callback", as: "call-back-later"),
      .trace(of: "call-back-later", "nobody calls back") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "call-back-later", "start() has no semaphore") {
        $0.removing(.noted, of: "semaphore")
      },
    ]
  ) { runs in
    let run = try runs["call-back-later"]
    let (called, call) = try cancelsWhenCalled(in: run)
    let semaphore = try LockHistory("semaphore", "semaphore", in: run)
    let began = try run.first(.began, of: "download")
    try run.require(
      semaphore.isHeld(at: began) && !semaphore.isHeld(at: called),
      "start() calls back after it has let go of the semaphore")
    let cancelled = try run.last(.cancelled, of: "download")
    let back = try run.first(.noted, of: "manager", note: "is back")
    return .confirmed(
      if: call.seq < cancelled.seq && semaphore.isHeld(at: cancelled) && cancelled.seq < back.seq,
      "whoever was called back called cancel(), which returned",
      otherwise: "cancel() did not take effect before it returned", [called, call, cancelled, back])
  }

  /// A cancelled download is started and calls back; whoever is called back calls `cancel()`.
  private static func cancelsWhenCalled(
    in run: Run
  ) throws -> (called: Evidence, call: Evidence) {
    let cancelled = try run.first(.cancelled, of: "download")
    let began = try run.first(.began, of: "download")
    let called = try run.first(.noted, of: "manager")
    let call = try run.last(.noted, of: "download", note: cancelCall)
    try run.require(
      cancelled.seq < began.seq && cancelled.state.contains(.cancelled),
      "download was cancelled before its start")
    try run.require(
      began.seq < called.seq && called.seq < call.seq && called.thread == began.thread
        && call.thread == began.thread,
      "start() calls the manager back, who calls cancel()")
    return (called, call)
  }

  static let cancelCall = "somebody calls cancel()"
}

extension Run {
  fileprivate func last(_ kind: Event.Kind, of subject: String, note: String) throws -> Evidence {
    guard let event = all(kind, of: subject).last(where: { $0.note == note }) else {
      throw MissingEvidence.event(kind, subject: "\(subject), \(note)", program: program)
    }
    return event
  }
}
