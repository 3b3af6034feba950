import OperationDownloads
import OperationTesting

// What becomes of those who wait for a cancelled operation.
extension Lesson02 {
  static let cancelFinishes = Claim(
    "C09",
    "Cancelling an operation that is in no queue marks it finished at once.",
    origin: .article(
      .c,
      passage: .init(
        """
        如果取消不在opeation queue中的operation,則此方法\
        會(huì)立即將operation標(biāo)記為完成狀態(tài)
        """,
        """
        if an operation that is in no queue is cancelled, this method marks it finished at \
        once
        """,
        at: 192,
        alsoOn: ApplePage.cancel)),
    expected: .everywhere(
      .refuted, basis: .reported("the log that article C prints"),
      because: """
        The article translates a sentence of Apple's page. The article's own log (C06) shows the \
        opposite, and so does this run: only start() finishes it.
        """),
    mutants: [
      .trace(of: "article", "it is finished at once") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "nobody looked") { $0.removing(.observed, of: "block") },
      .trace(of: "wait-for-cancelled", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "wait-for-cancelled", "nobody waits") { $0.removing(.waiting) },
      .passing("start-then-wait", as: "wait-for-cancelled"),
    ]
  ) { runs in
    let run = try runs["article"]
    let cancel = try cancelled("block", run)
    let look = try run.first(.observed, of: "block", note: "after cancel()")
    let start = try run.first(.started, of: "block")
    try run.require(
      cancel.seq < look.seq && look.seq < start.seq && look.state.contains(.cancelled),
      "block was cancelled and not yet started when somebody looked")

    let waiter = try runs["wait-for-cancelled"]
    let wish = try cancelled("block", waiter)
    try waiter.require(waiter.all(.started, of: "block").isEmpty, "nobody starts block")
    let waiting = try waiter.first(.waiting, of: "program", note: "for operation block")
    try waiter.require(wish.seq < waiting.seq, "block was cancelled before the program waited")
    let evidence = [cancel, look, wish, waiting]
    if let back = waiter.all(.observed, of: "block").first {
      return .confirmed(
        if: look.state.contains(.finished) && back.state.contains(.finished),
        "it was finished after cancel(), and who waited for it went on",
        otherwise: "\(describe([look])); and yet who waited for it went on", evidence + [back])
    }
    try waiter.stuck("program", .blocked, waitsFor: ["block"])
    try waiter.stuck("block", .cancelledNotFinished)
    return .confirmed(
      if: look.state.contains(.finished), "it was finished after cancel()",
      otherwise: "after cancel() it was \(look.state); waiting for its end never ended",
      evidence + [try waiter.last(.settled, of: "block")])
  }

  static let startLetsGoOn = Claim(
    "C09b",
    "Whoever waits for a cancelled operation that is in no queue goes on once it is started.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() does not run the body of a cancelled operation, but it does finish it, and \
        that is what waitUntilFinished() waits for.
        """),
    mutants: [
      .passing("wait-for-cancelled", as: "start-then-wait"),
      .trace(of: "start-then-wait", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "start-then-wait", "the body runs all the same") {
        $0.inserting(.began, of: "block")
      },
      .trace(of: "start-then-wait", "nobody waits") { $0.removing(.waiting) },
    ]
  ) { runs in
    let run = try runs["start-then-wait"]
    let cancel = try cancelled("block", run)
    let waiting = try run.first(.waiting, of: "program", note: "for operation block")
    try run.require(cancel.seq < waiting.seq, "block was cancelled before the program waited")
    let after = run.all(.observed, of: "block").first { $0.note == "after waitUntilFinished()" }
    guard let after, let start = run.all(.started, of: "block").first else {
      let reason = try run.stuck("program", .blocked, waitsFor: ["block"])
      return Judgement(.refuted, "it was never started: \(reason.sentence)", [cancel, waiting])
    }
    try run.require(
      cancel.seq < start.seq && start.state.contains(.cancelled),
      "block was cancelled when start() was called")
    try run.require(
      start.thread == waiting.thread && start.seq < waiting.seq,
      "the program called start() itself, and waited then")
    let body = try run.occurrence(of: .began, of: "block")
    return .confirmed(
      if: body.isNever && start.seq < after.seq && waiting.seq < after.seq
        && after.state == [.ready, .finished, .cancelled],
      "start() finished it without its body, and who waited went on",
      otherwise: "\(describe([after])); the body \(body.isNever ? "never ran" : "ran")",
      [cancel, start, waiting, after, body.evidence])
  }
}
