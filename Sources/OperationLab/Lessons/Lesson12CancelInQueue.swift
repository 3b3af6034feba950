import Foundation

extension Lesson {
  static let cancelInQueue = Lesson(
    12, "cancel-in-queue", title: "Cancelled while it waits in a queue",
    question: """
      An operation waits in a queue and is cancelled before its turn. Does it leave the queue? \
      May its cancel() say finished straight away?
      """,
    programs: CancelInQueue.programs,
    claims: [
      queueStillStarts, mustReport, noComplaint, endsOnce, inheritedStartTraps, patienceIsSafe,
    ])

  private static let queueStillStarts = Claim(
    "C28",
    """
    A cancelled operation that is queued is not removed by cancel(): the queue still calls \
    start(), on a thread of its own, and removes it when it finishes.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() only sets a flag. An operation leaves its queue by finishing, and it is start() \
        that finishes it.
        """),
    mutants: [
      .passing("finish-in-cancel", as: "cancelled"),
      .trace(of: "cancelled", "start() is called on the thread that cancelled it") {
        $0.replacing(.started, of: "second") { $0.thread = "main" }
      },
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.note = "in no queue" }
      },
    ]
  ) { runs in
    let run = try runs["cancelled"]
    let cancelled = try run.first(.cancelled, of: "second")
    let started = try run.first(.started, of: "second")
    let finished = try run.first(.finished, of: "second")
    let last = try run.last(.settled, of: "second")
    let between = run.all(.settled, of: "second").first { $0.seq > cancelled.seq } ?? last
    return .confirmed(
      if: between.seq < started.seq && between.note == "in downloads"
        && started.thread != cancelled.thread && finished.seq > started.seq
        && last.note == "in no queue",
      "still in the queue after cancel(); started on \(started.thread), and then in no queue",
      otherwise: "after cancel(): \(between.note); in the end: \(last.note)",
      [cancelled, between, started, finished, last])
  }

  private static let mustReport = Claim(
    "C29",
    "A cancelled operation must still report finished, or its queue never lets go of it.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue watches isFinished and nothing else. A cancelled operation that never says so \
        keeps its slot, and everything behind it waits for ever.
        """),
    mutants: [
      .passing("cancelled", as: "silent"),
      .passing("silent", as: "cancelled"),
      .trace(of: "silent", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (silent, reporting) = try (runs["silent"], runs["cancelled"])
    let kept = try silent.last(.settled, of: "second")
    let blocked = try silent.occurrence(of: .started, of: "third")
    let released = try reporting.last(.settled, of: "second")
    let next = try reporting.occurrence(of: .started, of: "third")
    return .confirmed(
      if: kept.note == "in downloads" && blocked.isNever && released.note == "in no queue"
        && !next.isNever,
      "silent, it is still in the queue and third never starts; reporting, it is gone",
      otherwise: "silent: \(kept.note); reporting: \(released.note)",
      [try silent.first(.started, of: "second"), kept, blocked.evidence, released, next.evidence])
  }

  private static let warning = "without being started by the queue"

  private static let noComplaint = Claim(
    "D02a",
    "cancel() may itself set finished on an operation that is queued and not started: "
      + "Foundation does not mind.",
    source: .d,
    expected: .everywhere(
      .refuted,
      because: """
        Foundation prints "went isFinished=YES without being started by the queue it is in". The \
        queue drops its hold on the operation, and on Linux its list of candidates still points \
        to it: if nothing else keeps it alive, the queue later reads freed memory.
        """),
    mutants: [
      .passing("cancel-marks", as: "finish-in-cancel"),
      .trace(of: "finish-in-cancel", "it never finished") { $0.removing(.finished, of: "second") },
    ]
  ) { runs in
    let run = try runs["finish-in-cancel"]
    let cancelled = try run.first(.cancelled, of: "second")
    let finished = try run.first(.finished, of: "second")
    let started = try run.occurrence(of: .started, of: "second")
    let evidence = [cancelled, finished, started.evidence]
    guard started.isNever else {
      return Judgement(.undecided, "it was started before it finished", evidence)
    }
    return .confirmed(
      if: !run.printed(warning), "finished and never started; Foundation printed no warning",
      otherwise: "finished and never started; Foundation printed: went isFinished=YES \(warning)",
      evidence)
  }

  private static let endsOnce = Claim(
    "D02b", "... and it is over then: nothing more happens to it.", source: .d,
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
    let finished = try run.first(.finished, of: "second")
    let started = try run.occurrence(of: .started, of: "second")
    let completions = run.all(.completed, of: "second")
    let evidence = [finished, started.evidence] + completions
    guard started.isNever || finished.seq < started.evidence.seq else {
      return Judgement(.undecided, "it was started before it finished", evidence)
    }
    return .confirmed(
      if: started.isNever && completions.count == 1, "start() never came, the completion block ran",
      otherwise: "start() came after the end; the completion block ran \(completions.count) times",
      evidence)
  }

  private static let inheritedStartTraps = Claim(
    "D02c", "... and when start() is inherited from Operation, that ends the process.", source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() finds an operation that no queue owns any more in the midst of being \
        started. It takes that for a second start from another thread, and ends the process.
        """),
    mutants: [
      .passing("finish-too-early", as: "inherited-start"),
      .passing("cancel-marks-in-time", as: "inherited-start"),
    ]
  ) { runs in
    let run = try runs["inherited-start"]
    let finished = try run.first(.finished, of: "second")
    let started = try run.first(.started, of: "second")
    let isLast = started.event == run.trace.events.last
    guard run.outcome != .traps || isLast, finished.seq < started.seq else {
      return Judgement(.undecided, "it was not start() that trapped", [finished, started])
    }
    return .confirmed(
      if: run.outcome == .traps,
      "start() after the end trapped: \(run.fatalMessage ?? "no message")",
      otherwise: "start() after the end did no harm", [finished, started])
  }

  private static let patienceIsSafe = Claim(
    "D02d", "A cancel() that finishes only what start() has begun is safe at both moments.",
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: "Then only start(), or what comes after it, ever finishes the operation: once."),
    mutants: [
      .passing("finish-in-cancel", as: "cancel-marks"),
      .passing("finish-too-early", as: "cancel-marks-in-time"),
      .trace(of: "cancel-marks", "the completion block runs twice") {
        $0.inserting(.completed, of: "second")
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var isSafe = true
    for program in ["cancel-marks", "cancel-marks-in-time"] {
      let run = try runs[program]
      let steps = try [Event.Kind.cancelled, .started, .finished].map {
        try run.first($0, of: "second")
      }
      let completions = run.all(.completed, of: "second")
      let isOrdered = steps.map(\.seq) == steps.map(\.seq).sorted()
      isSafe = isSafe && isOrdered && completions.count == 1 && !run.printed(warning)
      evidence += steps + completions + [try run.last(.settled, of: "second")]
    }
    return .confirmed(
      if: isSafe, "cancelled, started, finished, completed: each once, and no warning",
      otherwise: "finished before it was started, completed twice, or a warning", evidence)
  }
}
