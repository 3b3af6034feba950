import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 12 about a cancel() that says finished itself.
extension Lesson12 {
  static let warning = "without being started by the queue"

  static let noComplaint = Claim(
    "D02a",
    "cancel() may itself set finished on an operation that is queued and not started: "
      + "Foundation does not mind.",
    origin: .article(
      .d,
      passage: .init(
        "在这里我们需要设置finished和executing的状态",
        "here we must set the states finished and executing",
        at: 497,
        but: """
          The article sets finished in cancel() without asking whether start() was called. \
          That Foundation does not mind is what its program relies on.
          """)),
    expected: .everywhere(
      .refuted, basis: .reported("AFNetworking/AFNetworking, pull request 1662"),
      because: """
        Foundation prints "went isFinished=YES without being started by the queue it is in". The \
        queue drops its hold on the operation, and on Linux its list of candidates still points \
        to it: if nothing else keeps it alive, the queue later reads freed memory.
        """),
    mutants: [
      .passing("cancel-marks", as: "finish-in-cancel"),
      .trace(of: "finish-in-cancel", "it never finished") { $0.removing(.finished, of: "second") },
      .trace(of: "finish-in-cancel", "nobody cancelled it") { $0.removing(.cancelled) },
      .trace(of: "finish-in-cancel", "the end is not announced") { $0.removing(.announced) },
    ]
  ) { runs in
    let waiting = try Waiting(runs["finish-in-cancel"])
    let run = waiting.run
    let finished = try run.first(.finished, of: "second")
    let told = try run.announced("isFinished", by: "second")
    let started = try run.occurrence(of: .started, of: "second")
    try run.require(
      finished.thread == waiting.cancelled.thread && finished.seq < told.seq
        && told.seq < waiting.look.seq && waiting.look.state == [.ready, .finished, .cancelled],
      "cancel() finished second, and said so")
    try run.require(started.isNever, "second was never started")
    return .confirmed(
      if: !run.printed(warning), "finished and never started; Foundation printed no warning",
      otherwise: "finished and never started; Foundation printed: went isFinished=YES \(warning)",
      waiting.evidence + [finished, told, started.evidence])
  }

  static let endsOnce = Claim(
    "D02b", "... and it is over then: nothing more happens to it.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Between choosing an operation and starting it the queue waits for a thread. When the \
        thread comes, start() is called, finished or not. On Linux the queue then notices the end \
        once more, and the completion block runs a second time.
        """),
    mutants: [
      .passing("cancel-marks-in-time", as: "finish-too-early"),
      .trace(of: "finish-too-early", "start() is not called") {
        $0.removing(.started, of: "second").removing(.settled, of: "second")
      },
    ]
  ) { runs in
    let run = try runs["finish-too-early"]
    let chosen = try Chosen(run)
    let finished = try chosen.finishedByCancel()
    let started = try run.occurrence(of: .started, of: "second")
    let completions = run.all(.completed, of: "second")
    try run.require(!completions.isEmpty, "second has a completion block")
    try run.require(
      started.isNever || started.evidence.thread != chosen.cancelled.thread,
      "nobody but the queue called start()")
    return .confirmed(
      if: started.isNever && completions.count == 1, "start() never came, the completion block ran",
      otherwise: "start() came after the end; the completion block ran \(completions.count) times",
      chosen.evidence + [finished, started.evidence] + completions)
  }

  static let inheritedStartTraps = Claim(
    "D02c", "... and when start() is inherited from Operation, that ends the process.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() finds an operation that no queue owns any more in the midst of being \
        started. It takes that for a second start from another thread, and ends the process.
        """),
    mutants: [
      .passing("finish-too-early", as: "inherited-start"),
      .passing("cancel-marks-in-time", as: "inherited-start"),
      Mutant("it trapped for another reason") { runs in
        guard var run = try? runs["inherited-start"] else { return runs }
        run.program = "inherited-start"
        run.detail.output = "Fatal error: out of memory"
        return Runs([run])
      },
    ]
  ) { runs in
    let run = try runs["inherited-start"]
    let chosen = try Chosen(run)
    let finished = try chosen.finishedByCancel()
    let started = try run.first(.started, of: "second")
    try run.require(
      started.state == [.ready, .finished, .cancelled]
        && started.thread != chosen.cancelled.thread,
      "the queue called start() after the end")
    var message = ""
    if run.outcome == .traps {
      message = try run.trapped(saying: "trying to start the receiver simultaneously")
      try run.require(started.event == run.trace.events.last, "it was start() that trapped")
    }
    return .confirmed(
      if: run.outcome == .traps, "start() after the end trapped: \(message)",
      otherwise: "start() after the end did no harm", chosen.evidence + [finished, started])
  }

  static let patienceIsSafe = Claim(
    "D02d", "A cancel() that finishes only what start() has begun is safe at both moments.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Then only start(), or what comes after it, ever finishes the operation: once."),
    mutants: [
      .passing("finish-in-cancel", as: "cancel-marks"),
      .passing("finish-too-early", as: "cancel-marks-in-time"),
      .trace(of: "cancel-marks", "the completion block runs twice") {
        $0.inserting(.completed, of: "second")
      },
      .trace(of: "cancel-at-work", "cancel() finishes nothing") {
        $0.movingToEnd(.finished, of: "second")
      },
    ]
  ) { runs in
    let atWork = try AtWork(runs["cancel-at-work"])
    let (waiting, chosen) = try (
      Waiting(runs["cancel-marks"]), Chosen(runs["cancel-marks-in-time"])
    )
    let isSafe = try [waiting.run, chosen.run].allSatisfy { run in
      let steps = try [Event.Kind.cancelled, .started, .finished, .completed].map { kind in
        let events = run.all(kind, of: "second")
        guard let event = events.first else {
          throw MissingEvidence.event(kind, subject: "second", program: run.program)
        }
        return (event, events.count)
      }
      let told = try run.announced("isFinished", by: "second")
      try run.require(told.thread == steps[1].0.thread, "second said that it was finished")
      let order = steps.map(\.0.seq)
      return order == order.sorted() && steps[1...].allSatisfy { $0.1 == 1 }
        && steps[1].0.thread != steps[0].0.thread && steps[2].0.thread == steps[1].0.thread
        && run.all(.began, of: "second").isEmpty && !run.printed(warning)
    }
    let isLeft = [waiting.look, chosen.look].allSatisfy {
      $0.state == [.ready, .cancelled] && $0.note == "in downloads"
    }
    let ends = try [waiting.run, chosen.run].map { try $0.last(.settled, of: "second") }
    return .confirmed(
      if: isSafe && isLeft && ends.allSatisfy { $0.note == "in no queue" },
      "cancelled, started, finished, completed: each once, and no warning",
      otherwise: "finished before it was started, worked, completed twice, or a warning",
      waiting.evidence + chosen.evidence + ends + [atWork.finished])
  }

  /// A run in which `second` is cancelled when its queue has chosen it and has no thread for it:
  /// only when everything has come to rest may the thread come.
  private struct Chosen {
    let run: Run
    let put, cancelled, look: Evidence

    init(_ run: Run) throws {
      self.run = run
      put = try run.enqueued(together: ["second"], in: "downloads", width: 1)[0]
      cancelled = try run.first(.cancelled, of: "second")
      look = try run.rest(of: "second", after: cancelled)
      let started = run.all(.started, of: "second").first
      try run.require(
        put.seq < cancelled.seq && cancelled.state == [.ready, .cancelled],
        "somebody cancelled second when it was in its queue")
      try run.require(
        look.seq < started?.seq ?? .max,
        "its queue had no thread for it until everything was at rest")
    }

    /// The end, which cancel() reported.
    func finishedByCancel() throws -> Evidence {
      let finished = try run.first(.finished, of: "second")
      try run.require(
        cancelled.seq < finished.seq && finished.seq < look.seq
          && finished.thread == cancelled.thread && look.note == "in no queue"
          && look.state == [.ready, .finished, .cancelled],
        "cancel() finished second, and its queue let go of it")
      return finished
    }

    var evidence: [Evidence] { [put, cancelled, look] }
  }
}
