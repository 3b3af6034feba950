extension Lesson {
  static let fileDownload = Lesson(
    18, "file-download", title: "A download that can be cancelled at any moment",
    question: """
      A download runs in an operation. You cancel it while the server is silent. Who notices, and \
      when is the operation finished?
      """,
    programs: FileDownloadPrograms.all,
    claims: [
      onTheMainThread, cancelledBefore, cancelledMeanwhile, failed, endsWheneverCancelled,
      startReturnsFirst,
    ])

  private static let onTheMainThread = Claim(
    "A22a", "Progress, success and failure reach the delegate on the main thread.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        The session calls back on a thread of its own. The operation passes every call on with \
        DispatchQueue.main.async, and the main thread takes it when it gets round to it.
        """),
    mutants: [
      .trace(of: "article", "success comes on another thread") {
        $0.replacing(.noted, of: DownloadFate.good.delegate) { $0.thread = "T1" }
      },
      .trace(of: "download-operation", "failure comes on another thread") {
        $0.replacing(.noted, of: DownloadFate.failing.delegate) { $0.thread = "T1" }
      },
      .trace(of: "article", "nobody hears of the failure") {
        $0.removing(.noted, of: DownloadFate.failing.delegate)
      },
    ]
  ) { runs in
    var calls: [Evidence] = []
    for run in [try runs["article"], try runs["download-operation"]] {
      calls.append(try run.first(.noted, of: DownloadFate.good.delegate, note: "progress"))
      calls.append(try run.first(.noted, of: DownloadFate.good.delegate, note: "success"))
      calls.append(try run.first(.noted, of: DownloadFate.failing.delegate, note: "failure"))
    }
    let elsewhere = calls.filter { $0.thread != "main" }
    return .confirmed(
      if: elsewhere.isEmpty, "\(calls.count) calls to delegates, all on the main thread",
      otherwise: "\(elsewhere.count) calls came on another thread", calls)
  }

  private static let cancelledBefore = Claim(
    "A22b", "Cancelled before it starts, the article's download ends finished, without a transfer.",
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: "The queue starts it all the same, and start() looks at isCancelled first."),
    mutants: [
      .trace(of: "article", "it begins a transfer") {
        $0.inserting(.started, of: DownloadFate.before.rawValue)
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
    let end = try Ending(of: .before, in: try runs["article"])
    let start = try runs["article"].occurrence(of: .started, of: DownloadFate.before.rawValue)
    return .confirmed(
      if: end.isFinishedOnce && start.isNever, "no transfer began; it was finished, once",
      otherwise: "it was '\(end.settled.state)', \(end.settled.note), in the end",
      end.evidence + [start.evidence])
  }

  private static let cancelledMeanwhile = Claim(
    "A22c", "Cancelled while connecting or while receiving, the article's download ends finished.",
    source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        It looks at isCancelled only when a piece of data arrives. From a silent server none \
        does, and when the server goes away, that is a failure, which does not finish either.
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
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let ends = try [DownloadFate.connecting, .receiving].map { try Ending(of: $0, in: run) }
    let cancelled = try ends.map { try run.first(.cancelled, of: $0.settled.subject) }
    return .confirmed(
      if: ends.allSatisfy(\.isFinishedOnce), "both were finished, once",
      otherwise: ends.map { "\($0.settled.subject): \($0.settled.state), \($0.settled.note)" }
        .joined(separator: "; "),
      cancelled + ends.flatMap(\.evidence))
  }

  private static let failed = Claim(
    "A22d", "When its transfer fails, the article's download ends finished.", source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        It tells its delegate and leaves. Nobody sets finished, so the failed download stays in \
        its queue for ever.
        """),
    mutants: [
      .passing("ends-itself", as: "article"),
      .trace(of: "article", "its delegate hears nothing") {
        $0.removing(.noted, of: DownloadFate.failing.delegate)
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let told = try run.first(.noted, of: DownloadFate.failing.delegate, note: "failure")
    let end = try Ending(of: .failing, in: run)
    return .confirmed(
      if: end.isFinishedOnce, "it was finished, once",
      otherwise: "its delegate knew, and it was '\(end.settled.state)', \(end.settled.note)",
      [told] + end.evidence)
  }

  private static let endsWheneverCancelled = Claim(
    "A22e",
    """
    A download whose cancel() ends the transfer ends finished, once, cancelled before the start, \
    while connecting or while receiving; its delegate hears of it once.
    """,
    source: .a,
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
        let cancelled = try run.first(.cancelled, of: fate.rawValue)
        let end = try Ending(of: fate, in: run)
        let heard = run.all(.noted, of: fate.delegate).filter { $0.note != "progress" }
        holds = holds && end.isFinishedOnce && heard.map(\.note) == ["cancelled"]
        evidence += [cancelled] + heard + end.evidence
      }
    }
    return .confirmed(
      if: holds, "three moments, two implementations: finished once and told once each time",
      otherwise: "one did not end, or ended more than once, or its delegate did not hear it once",
      evidence)
  }

  private static let startReturnsFirst = Claim(
    "A23",
    """
    start() returns before the transfer is done; only the operation's own state says that it ended.
    """,
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        start() only sets the transfer going. The queue keeps the operation, which says \
        'executing', until it says 'finished'.
        """),
    mutants: [
      .trace(of: "ends-itself", "start() waits for the transfer") {
        $0.movingToEnd(.returned, of: DownloadFate.good.rawValue)
      },
      .trace(of: "ends-itself", "it is finished when start() returns") {
        $0.replacing(.returned, of: DownloadFate.good.rawValue) { $0.state = [.ready, .finished] }
      },
      .trace(of: "ends-itself", "it is not executing half-way") {
        $0.replacing(.observed, of: DownloadFate.good.rawValue) { $0.state = [.ready] }
      },
      .trace(of: "ends-itself", "it never ends") {
        $0.removing(.completed, of: DownloadFate.good.rawValue)
      },
    ]
  ) { runs in
    let (run, name) = (try runs["ends-itself"], DownloadFate.good.rawValue)
    let returned = try run.first(.returned, of: name)
    let progress = try run.first(.noted, of: DownloadFate.good.delegate, note: "progress")
    let halfWay = try run.first(.observed, of: name)
    let end = try Ending(of: .good, in: run)
    let completed = try run.first(.completed, of: name)
    let isUnderWay = [returned, halfWay].allSatisfy {
      $0.state.contains(.executing) && !$0.state.contains(.finished)
    }
    return .confirmed(
      if: isUnderWay && returned.seq < progress.seq && halfWay.seq < completed.seq
        && end.isFinishedOnce,
      "start() had returned before the first byte came; executing until the last one had",
      otherwise: "start() did not return first, or the state did not tell the end",
      [returned, progress, halfWay] + end.evidence)
  }
}

/// How an operation stood when nothing could happen any more.
private struct Ending {
  let settled: Evidence
  let completions: [Evidence]

  init(of fate: DownloadFate, in run: Run) throws {
    settled = try run.last(.settled, of: fate.rawValue)
    completions = run.all(.completed, of: fate.rawValue)
  }

  /// Its completion block counts how often it reported its end to the queue.
  var isFinishedOnce: Bool {
    settled.state.contains(.finished) && settled.note == "in no queue" && completions.count == 1
  }

  var evidence: [Evidence] { completions + [settled] }
}
