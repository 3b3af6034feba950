import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson18 {
  static let onTheMainThread = Claim(
    "A22a", "Progress, success and failure reach the delegate on the main thread.",
    origin: .article(
      .a,
      passage: .init(
        "需要将代理方法放到主线程中执行,防止代理方法需要修改UI",
        """
        the delegate's method must be run on the main thread, in case it has to change the \
        UI
        """,
        at: 916)),
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
      calls.append(
        try run.first(.noted, of: DownloadFate.failing.delegate, note: "failure"))
    }
    let elsewhere = calls.filter { $0.thread != "main" }
    return .confirmed(
      if: elsewhere.isEmpty, "\(calls.count) calls to delegates, all on the main thread",
      otherwise: "\(elsewhere.count) calls came on another thread", calls)
  }

  static let failed = Claim(
    "A22d", "When its transfer fails, the article's download ends finished.", origin: .kit,
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
      .trace(of: "article", "it was cancelled") {
        $0.inserting(.cancelled, of: DownloadFate.failing.rawValue)
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let premises = try run.fails()
    let told = try run.first(.noted, of: DownloadFate.failing.delegate, note: "failure")
    let end = try Ending(of: .failing, in: run)
    if !end.isFinishedOnce { try run.stuck(DownloadFate.failing.rawValue, .silent) }
    return .confirmed(
      if: end.isFinishedOnce, "it was finished, once",
      otherwise: "its delegate knew, and it was '\(end.settled.state)', \(end.settled.note)",
      premises + [told] + end.evidence)
  }

  static let failureEndsIt = Claim(
    "A22f", "... and one that ends itself on a failure is finished; its delegate hears of it once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "A failure goes through the same one function as every other end."),
    mutants: [
      .passing("article", as: "ends-itself"),
      .passing("article", as: "download-operation"),
      .trace(of: "ends-itself", "its delegate hears nothing") {
        $0.removing(.noted, of: DownloadFate.failing.delegate)
      },
      .trace(of: "download-operation", "it was cancelled") {
        $0.replacing(.settled, of: DownloadFate.failing.rawValue) { $0.state.insert(.cancelled) }
      },
    ]
  ) { runs in
    var (evidence, holds): ([Evidence], Bool) = ([], true)
    for run in [try runs["ends-itself"], try runs["download-operation"]] {
      let premises = try run.fails()
      let heard = run.all(.noted, of: DownloadFate.failing.delegate)
        .filter { $0.note != "progress" }
      let end = try Ending(of: .failing, in: run)
      holds = holds && end.isFinishedOnce && heard.map(\.note) == ["failure"]
      evidence += premises + heard + end.evidence
    }
    return .confirmed(
      if: holds, "two implementations: finished once and told once each time",
      otherwise: "one did not end, or its delegate did not hear it once", evidence)
  }

  static let diskIsClean = Claim(
    "A22g", "The kit's download leaves a whole file or none.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It writes under another name, and renames when all bytes are there. Whatever else ends it \
        removes what has come.
        """),
    mutants: [
      .trace(of: "download-operation", "the file is not whole") {
        $0.replacing(.noted, of: "disk") { $0.note = "good, not whole" }
      },
      .trace(of: "download-operation", "a part is left") {
        $0.replacing(.noted, of: "disk") { $0.note = "good, receiving.part, whole" }
      },
      .trace(of: "download-operation", "nothing ever came of the one that is cancelled") {
        $0.removing(.noted, of: DownloadFate.receiving.delegate)
      },
      .trace(of: "download-operation", "its part was not in that folder") {
        $0.replacing(.noted, of: "folder") { $0.note = "has no part" }
      },
      .trace(of: "download-operation", "nobody looked at the disk") {
        $0.removing(.noted, of: "disk")
      },
    ]
  ) { runs in
    let run = try runs["download-operation"]
    let success = try run.first(.noted, of: DownloadFate.good.delegate, note: "success")
    // Something had come of this one, which is gone again.
    let part = try run.first(.noted, of: DownloadFate.receiving.delegate, note: "progress")
    let seen = try run.first(.noted, of: "folder", note: "has a part")
    let cancelled = try run.first(.noted, of: DownloadFate.receiving.delegate, note: "cancelled")
    let disk = try run.first(.noted, of: "disk")
    try run.require(
      part.seq < seen.seq && seen.seq < cancelled.seq,
      "the part of the one that is cancelled was in the folder")
    return .confirmed(
      if: disk.note == "good, whole", "one of five files is there, and is whole",
      otherwise: "on disk: \(disk.note)", [success, part, seen, cancelled, disk])
  }

  static let startReturnsFirst = Claim(
    "A23",
    """
    start() returns before the transfer is done; only the operation's own state says that it ended.
    """,
    origin: .article(
      .a,
      passage: .init(
        "start方法返回也不一定代表任务就结束了,任务结束需要开发者手动修改该属性的值",
        """
        that start has returned does not mean that the task is over; at its end the \
        developer must change this property by hand
        """,
        at: 533)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        start() only sets the transfer going. The queue keeps the operation, which says \
        'executing', until it says 'finished'.
        """),
    mutants: [
      .trace(of: "ends-itself", "start() waits for the transfer") {
        $0.movingToEnd(.returned, of: DownloadFate.good.rawValue)
      },
      .trace(of: "ends-itself", "it is finished when start() returns") {
        $0.replacing(.returned, of: DownloadFate.good.rawValue) {
          $0.state = [.ready, .finished]
        }
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
    let added = try run.enqueued(name, in: "downloads")
    let request = try run.first(
      .noted, of: DownloadFate.good.server, note: DownloadScene.hasRequest)
    let returned = try run.first(.returned, of: name)
    let progress = try run.first(.noted, of: DownloadFate.good.delegate, note: "progress")
    let halfWay = try run.first(.observed, of: name, note: "the rest is not yet sent")
    let end = try Ending(of: .good, in: run)
    let completed = try run.first(.completed, of: name)
    let isUnderWay = [returned, halfWay].allSatisfy {
      $0.state.contains(.executing) && !$0.state.contains(.finished)
    }
    return .confirmed(
      if: isUnderWay && returned.seq < request.seq && request.seq < progress.seq
        && progress.seq < halfWay.seq && halfWay.seq < completed.seq && end.isFinishedOnce,
      "start() had returned before the first byte came; executing until the last one had",
      otherwise: "start() did not return first, or the state did not tell the end",
      [added, returned, request, progress, halfWay] + end.evidence)
  }
}

extension Run {
  /// The events that show that a transfer failed by itself: the server had the request, and nobody
  /// cancelled the operation.
  fileprivate func fails() throws -> [Evidence] {
    let name = Lesson18.DownloadFate.failing.rawValue
    let added = try enqueued(name, in: "downloads")
    let request = try first(
      .noted, of: Lesson18.DownloadFate.failing.server, note: Lesson18.DownloadScene.hasRequest)
    let end = try last(.settled, of: name)
    try require(
      all(.cancelled, of: name).isEmpty && !end.state.contains(.cancelled), "nobody cancelled it")
    return [added, request]
  }
}

extension Lesson18 {
  /// How an operation stood when nothing could happen any more.
  struct Ending {
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
}
