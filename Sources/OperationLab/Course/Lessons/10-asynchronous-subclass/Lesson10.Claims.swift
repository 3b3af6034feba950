import OperationDownloads
import OperationTesting

extension Lesson10 {
  static let wholeContract = Claim(
    "C25",
    """
    An asynchronous subclass overrides start, isAsynchronous, isExecuting, isFinished, and never \
    calls super.start().
    """,
    origin: .article(
      .c,
      passage: .init(
        "如果要用start方法開啟一個(gè)異步地任務(wù),則至少需要重寫下面的方法",
        """
        to set an asynchronous task going with start, at least the following methods must \
        be overridden
        """,
        at: 64)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The inherited getters and the inherited start() speak of main() only. Without isExecuting \
        the operation denies that it works; with super.start(), main() is called twice. \
        (isAsynchronous is for readers: no queue asks it.)
        """),
    mutants: [
      .passing("no-is-executing", as: "whole"),
      .passing("super-start", as: "whole"),
      .passing("whole", as: "super-start"),
      .passing("whole", as: "no-is-executing"),
      .trace(of: "whole", "the end comes before start() returns") {
        $0.movingToFront(.finished, of: "first")
      },
      .trace(of: "whole", "isAsynchronous was not overridden") {
        $0.replacing(.observed) { $0.note = "isAsynchronous false, inherited isFinished false" }
      },
      .trace(of: "super-start", "super.start() was not called") {
        $0.replacing(.observed) { $0.note = "isAsynchronous true, inherited isFinished false" }
      },
    ]
  ) { runs in
    let whole = try Download(runs["whole"])
    let denial = try Download(runs["no-is-executing"])
    let twice = try Download(runs["super-start"])
    let works =
      whole.requests.count == 1 && whole.working.state == [.ready, .executing]
      && whole.look.note == "isAsynchronous true, inherited isFinished false"
      && whole.end.state == [.ready, .finished] && whole.end.note == "in no queue"
    try twice.run.require(
      twice.look.note.contains("inherited isFinished true"), "super.start() was called")
    return .confirmed(
      if: works && denial.working.state == [.ready] && twice.requests.count == 2,
      """
      whole: executing after start() had returned, finished later; without isExecuting: \
      '\(denial.working.state)' at work; with super.start(): \(twice.requests.count) requests
      """,
      otherwise: "the whole contract did not work, or a part of it could be left out",
      [whole.returned, whole.working, whole.look, whole.finished, whole.end, denial.working]
        + twice.requests + [twice.look])
  }

  static let endMustBeAnnounced = Claim(
    "C26a",
    """
    It must notify the change of isFinished; without the notification the queue does not learn of \
    the end.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        自定義并發(fā)的NSOperation時(shí),必須要重寫這個(gè)屬性。\
        當(dāng)你改變這個(gè)屬性時(shí),需要手動(dòng)生成kvo通知
        """,
        """
        in a concurrent NSOperation of your own this property must be overridden; when you \
        change it, the KVO notification must be made by hand
        """,
        at: 131)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        A queue does not keep asking. On Linux it asks once more when start() returns, which hides \
        the mistake in operations that end before that; this one ends later.
        """),
    mutants: [
      .passing("whole", as: "no-notification"),
      .passing("no-notification", as: "whole"),
      .trace(of: "no-notification", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "no-notification", "it is not even finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
    ]
  ) { runs in
    let silent = try Download(runs["no-notification"])
    let whole = try Download(runs["whole"])
    let (mute, told) = (
      try silent.ending(announced: nil), try whole.ending(announced: "isFinished")
    )
    let usual = try whole.run.first(.started, of: "next")
    try whole.run.require(told.seq < usual.seq, "next started when the end was announced")
    if silent.next.isNever {
      try silent.run.stuck("first", .finishNotAnnounced)
      try silent.run.stuck("next", .noFreeSlot, waitsFor: ["first"])
    }
    return .confirmed(
      if: silent.end.state == [.ready, .finished] && silent.end.note == "in downloads"
        && silent.next.isNever,
      "finished, but still in its queue, and the next operation never started",
      otherwise: "the queue let go of it", [mute, silent.end, silent.next.evidence, told, usual])
  }

  static let executingIsForOthers = Claim(
    "C26b",
    "... while that of isExecuting is not for the queue, which gets past the operation without it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue waits for isFinished alone. isExecuting is for everybody else: whoever watches \
        or asks is told that the operation does nothing. Announce it all the same.
        """),
    mutants: [
      .passing("no-notification", as: "no-is-executing"),
      .trace(of: "no-is-executing", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "no-is-executing", "nobody looked") { $0.removing(.settled) },
      .passing("whole", as: "no-is-executing"),
    ]
  ) { runs in
    let download = try Download(runs["no-is-executing"])
    let silence = try download.run.announcement(of: "isExecuting", by: "first")
    try download.run.require(
      silence.isNever && download.working.state == [.ready],
      "nobody was told of isExecuting, and who asked was told nothing")
    let told = try download.ending(announced: "isFinished")
    return .confirmed(
      if: !download.next.isNever && download.end.note == "in no queue",
      "the queue got past it; but at work it was only '\(download.working.state)'",
      otherwise: "the next operation never started",
      [download.working, told, download.next.evidence, download.end])
  }

  static let statesWhileItRuns = Claim(
    "A14",
    "While it runs: executing 1, finished 0, in the queue 1; afterwards 0, 1, 0.",
    origin: .article(
      .a,
      passage: .init(
        "MyOperation Cancel:0 Executing:1 Finished:0 QueueOperationCount:1",
        "as printed while it runs; afterwards: Executing:0 Finished:1 QueueOperationCount:0",
        at: 671)),
    expected: .everywhere(
      .confirmed, basis: .reported("the output that article A prints"),
      because: "The getters say what the subclass says, and the queue believes them."),
    mutants: [
      .trace(of: "article", "it is finished while it runs") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "it goes on executing") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.executing) }
      },
      .trace(of: "article", "nobody looked before start() had returned") {
        $0.movingToFront(.returned, of: "first")
      },
      .trace(of: "article", "it stays in its queue") {
        $0.replacing(.observed, of: "first") { $0.note = "1 in the queue" }
      },
    ]
  ) { runs in
    let run = try runs["article"]
    let put = try run.enqueued("first", in: "downloads", isSuspended: false, dependencies: [])
    let (started, back) = (
      try run.first(.started, of: "first"), try run.first(.returned, of: "first")
    )
    let looks = run.all(.observed, of: "first").filter { $0.note.hasSuffix("in the queue") }
    try run.require(looks.count >= 2, "somebody looked at it twice")
    try run.require(
      put.seq < started.seq && started.seq < looks[0].seq && looks[0].seq < back.seq
        && back.seq < looks[1].seq && started.thread != put.thread,
      "its queue started it; somebody looked while start() was at work, and when it had returned")
    let seen = looks.map { look in
      (look.state.contains(.executing) ? "1" : "0") + (look.state.contains(.finished) ? "1" : "0")
        + look.note.prefix(1)
    }
    return .confirmed(
      if: seen[0] == "101" && seen[1...].allSatisfy { $0 == "010" },
      "executing, finished, in the queue: 1 0 1, then 0 1 0",
      otherwise: "executing, finished, in the queue: \(seen.joined(separator: ", then "))",
      [put, started] + looks + [back])
  }

  static let aliasesAreEnough = Claim(
    "A15",
    "Posting the keys executing/finished instead of isExecuting/isFinished is enough.",
    origin: .article(
      .a,
      passage: .init(
        #"[self didChangeValueForKey:@"executing"]"#,
        "the program announces this key and finished, and no others",
        at: 791)),
    expected: .everywhere(
      .confirmed, basis: .reported("Paulo Andrade, NSOperation KVO Pitfall, 2018"),
      because: """
        Foundation on Linux knows both spellings. The documentation promises only isExecuting and \
        isFinished; it is reported that on iOS 9 the short ones did not do, and on iOS 11 they did.
        """),
    mutants: [
      .passing("no-notification", as: "alias-keys"),
      .trace(of: "alias-keys", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .passing("whole", as: "alias-keys"),
      .passing("own-key", as: "alias-keys"),
      .trace(of: "alias-keys", "it stays in its queue") {
        $0.replacing(.settled, of: "first") { $0.note = "in downloads" }
      },
    ]
  ) { runs in
    let download = try Download(runs["alias-keys"])
    let told = try download.ending(announced: "finished")
    let begun = try download.run.announced("executing", by: "first")
    let usual = try download.run.announcement(of: "isExecuting", by: "first")
    try download.run.require(
      begun.seq < download.returned.seq && usual.isNever,
      "first announced its beginning as 'executing', and not otherwise")
    return .confirmed(
      if: download.end.note == "in no queue" && !download.next.isNever,
      "the queue let go of it and started the next",
      otherwise: "the queue did not learn of the end",
      [begun, download.finished, told, download.end, download.next.evidence])
  }
}
