import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 18 has to say of downloads that are cancelled.
extension Lesson18 {
  static let cancelledBefore = Claim(
    "A22b", "Cancelled before it starts, the article's download ends finished, without a transfer.",
    origin: .article(
      .a,
      passage: .init(
        "任务开始执行前检查是否被取消,取消就结束任务",
        "before the task begins, look whether it was cancelled; if so, end it",
        at: 841)),
    expected: .everywhere(
      .confirmed,
      because: "The queue starts it all the same, and start() looks at isCancelled first."),
    mutants: [
      .trace(of: "article", "it begins a transfer") {
        $0.inserting(.started, of: DownloadFate.before.rawValue)
      },
      .trace(of: "article", "it was cancelled later") {
        $0.movingToEnd(.cancelled, of: DownloadFate.before.rawValue)
      },
      .trace(of: "article", "it stays in its queue") {
        $0.replacing(.settled, of: DownloadFate.before.rawValue) { $0.note = "in downloads" }
      },
      .trace(of: "article", "it ends twice") {
        $0.inserting(.completed, of: DownloadFate.before.rawValue)
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let premises = try run.premises(of: .before)
    let end = try Ending(of: .before, in: run)
    let start = try run.occurrence(of: .started, of: DownloadFate.before.rawValue)
    let requests = run.all(.noted, of: DownloadFate.before.server)
    return .confirmed(
      if: end.isFinishedOnce && start.isNever && requests.isEmpty,
      "no transfer began; it was finished, once",
      otherwise: "it was '\(end.settled.state)', \(end.settled.note), in the end",
      premises + end.evidence + [start.evidence] + requests)
  }

  static let cancelledMeanwhile = Claim(
    "A22c",
    """
    Cancelled while connecting or while receiving, and the server silent from then on, the \
    article's download ends finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "点击取消后就会结束任务",
        "a click on cancel ends the task",
        at: 995)),
    expected: .everywhere(
      .refuted,
      because: """
        Once under way, it looks at isCancelled when a piece of data arrives and when all have. From \
        a silent server none does, and when the server goes away, that is a failure, which does not \
        finish either.
        """),
    mutants: [
      .passing("ends-itself", as: "article"),
      .trace(of: "article", "both are finished in the end") { trace in
        [DownloadFate.connecting, .receiving].reduce(trace) { trace, fate in
          trace.inserting(.completed, of: fate.rawValue)
            .replacing(.settled, of: fate.rawValue) {
              $0.state = [.ready, .finished, .cancelled]
              $0.note = "in no queue"
            }
        }
      },
      .trace(of: "article", "one was cancelled before the server had its request") {
        $0.movingToFront(.cancelled, of: DownloadFate.connecting.rawValue)
      },
      .trace(of: "article", "one is not cancelled") {
        $0.replacing(.settled, of: DownloadFate.receiving.rawValue) { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let fates = [DownloadFate.connecting, .receiving]
    let premises = try fates.flatMap { try run.premises(of: $0) }
    let ends = try fates.map { try Ending(of: $0, in: run) }
    // To the last the server was silent, not slow: its own end was the first thing that came.
    let closes = try run.first(.noted, of: "server")
    for fate in fates {
      let gone = try run.first(.noted, of: fate.server, note: DownloadScene.isGone)
      try run.require(closes.seq < gone.seq, "the server held \(fate) until it went away itself")
    }
    for end in ends where !end.isFinishedOnce {
      try run.stuck(end.settled.subject, .cancelledNotFinished)
    }
    return .confirmed(
      if: ends.allSatisfy(\.isFinishedOnce), "both were finished, once",
      otherwise: ends.map { "\($0.settled.subject): \($0.settled.state), \($0.settled.note)" }
        .joined(separator: "; "),
      premises + [closes] + ends.flatMap(\.evidence))
  }

  static let endsWheneverCancelled = Claim(
    "A22e",
    """
    A download whose cancel() ends the transfer ends finished, once, cancelled before the start, \
    while connecting or while receiving; its delegate hears of it once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() does not wait for the server: it ends the operation itself. Callbacks that come \
        later find the end claimed.
        """),
    mutants: [
      .passing("article", as: "ends-itself"),
      .passing("article", as: "download-operation"),
      .trace(of: "ends-itself", "one ends twice") {
        $0.inserting(.completed, of: DownloadFate.connecting.rawValue)
      },
      .trace(of: "ends-itself", "one transfer goes on") { trace in
        trace.edited { events in events.removeAll { $0.note == DownloadScene.isGone } }
      },
      .trace(of: "download-operation", "one is not cancelled") {
        $0.replacing(.settled, of: DownloadFate.receiving.rawValue) { $0.state.remove(.cancelled) }
      },
      .trace(of: "download-operation", "a delegate hears of the end twice") { trace in
        trace.edited { events in
          let heard = events.first { $0.subject == DownloadFate.before.delegate }
          if let heard { events.append(heard) }
        }
      },
    ]
  ) { runs in
    var (evidence, holds): ([Evidence], Bool) = ([], true)
    for run in [try runs["ends-itself"], try runs["download-operation"]] {
      for fate in DownloadFate.cancelled {
        let premises = try run.premises(of: fate)
        let end = try Ending(of: fate, in: run)
        let heard = run.all(.noted, of: fate.delegate).filter { $0.note != "progress" }
        holds = holds && end.isFinishedOnce && heard.map(\.note) == ["cancelled"]
        evidence += premises + heard + end.evidence
        if fate != .before {
          // That its cancel() ends the transfer is what the server saw.
          let gone = try run.first(.noted, of: fate.server, note: DownloadScene.isGone)
          holds = holds && premises.allSatisfy { $0.seq < gone.seq }
          evidence.append(gone)
        }
      }
      try run.require(
        run.all(.timedOut).isEmpty, "nobody waited in vain for a connection to be gone")
    }
    return .confirmed(
      if: holds, "three moments, two implementations: finished once and told once each time",
      otherwise: "one did not end, or ended more than once, or its delegate did not hear it once",
      evidence)
  }
}

extension Run {
  /// The events that show that a download was cancelled, and was where its fate says at that
  /// moment: not yet in the queue, or the server had its request and no byte had come, or some had.
  ///
  /// - Throws: ``MissingEvidence`` if it was not.
  fileprivate func premises(of fate: Lesson18.DownloadFate) throws -> [Evidence] {
    let added = try enqueued(fate.rawValue, in: "downloads", isSuspended: false)
    let cancelled = try first(.cancelled, of: fate.rawValue)
    let end = try last(.settled, of: fate.rawValue)
    try require(end.state.contains(.cancelled), "\(fate) is cancelled")
    guard fate != .before else {
      try require(
        cancelled.seq < added.seq && added.state.contains(.cancelled),
        "\(fate) was cancelled before it was put into the queue")
      return [cancelled, added]
    }
    let request = try first(.noted, of: fate.server, note: Lesson18.DownloadScene.hasRequest)
    try require(
      added.seq < request.seq && request.seq < cancelled.seq
        && !cancelled.state.contains(.finished),
      "\(fate) was cancelled when the server had its request")
    let progress = all(.noted, of: fate.delegate).filter { $0.note == "progress" }
    try require(
      progress.isEmpty == (fate == .connecting) && progress.allSatisfy { $0.seq < cancelled.seq },
      "\(fate) was cancelled \(fate == .connecting ? "before a byte had come" : "after some had")")
    return [added, request] + progress + [cancelled]
  }
}
