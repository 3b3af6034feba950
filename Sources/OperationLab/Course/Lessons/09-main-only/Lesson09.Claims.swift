import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson09 {
  static let neverFinishesInQueue = Claim(
    "A12a",
    """
    A subclass that overrides only main() never reports finished when put in a queue: it stays \
    there and its completion block does not run.
    """,
    origin: .article(
      .a,
      passage: .init(
        "任务加入到队列后不会被队列删除,一直会保存,而且任务执行完成后的回调块也不会执行",
        """
        once in a queue the task is not removed by it and stays there for ever, and the \
        completion block is not run, either
        """,
        at: 503)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.operation),
      because: """
        The article is wrong. A queue calls start(), and the inherited start() calls main() and \
        reports the end itself. The article's own program called main() directly: see A12b.
        """),
    mutants: [
      .trace(of: "three-ways", "queued stays in its queue, in silence") {
        $0.removing(.completed, of: "queued").replacing(.settled, of: "queued") {
          $0.state = [.ready]
          $0.note = "in prints"
        }
      },
      .trace(of: "three-ways", "its completion block does not run") {
        $0.removing(.completed, of: "queued")
      },
      .trace(of: "three-ways", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "three-ways", "queued was never put into a queue") {
        $0.removing(.enqueued, of: "queued")
      },
      .trace(of: "three-ways", "queued announces its end itself") {
        $0.inserting(.announced, of: "queued")
      },
    ]
  ) { runs in
    let run = try runs["three-ways"]
    let put = try run.enqueued("queued", in: "prints", isSuspended: false, dependencies: [])
    let body = try inheritedStart(of: "queued", in: run)
    try run.require(
      put.state == [.ready] && put.seq < body.seq && body.thread != put.thread,
      "the queue called queued's start()")
    let end = try run.last(.settled, of: "queued")
    let completion = try run.occurrence(of: .completed, of: "queued")
    let signs = [
      !end.state.contains(.finished), end.note == "in prints", completion.isNever,
    ]
    let evidence = [put, body, try run.first(.ended, of: "queued"), completion.evidence, end]
    if Set(signs).count == 2 {
      return Judgement(.undecided, "only a part of the statement holds", evidence)
    }
    return .confirmed(
      if: signs[0], "it stayed in its queue, unfinished",
      otherwise: "it finished, left its queue, and its completion block ran", evidence)
  }

  static let mainAloneFinishesNothing = Claim(
    "A12b",
    """
    After a direct call of main(), as in the article's program, isFinished stays false for ever, \
    and the completion block does not run.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        main() is only the work; start() keeps the books. The article took the false isFinished \
        for a missing override. What was missing was the call of start().
        """),
    mutants: [
      .passing("start-by-hand", as: "main-by-hand"),
      .trace(of: "three-ways", "main() finishes the operation") {
        $0.replacing(.settled, of: "called") { $0.state.insert(.finished) }
      },
      .trace(of: "three-ways", "its completion block runs") {
        $0.inserting(.completed, of: "called")
      },
      .trace(of: "three-ways", "main() was never called") { $0.removing(.ended, of: "called") },
      .trace(of: "three-ways", "it never had a completion block") { $0.removing(.observed) },
      .trace(of: "main-by-hand", "show did not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ]
  ) { runs in
    let (run, waiter) = (try runs["three-ways"], try runs["main-by-hand"])
    let work = try mainAlone(of: "called", in: run)
    let looks = run.all(.observed, of: "called").filter {
      $0.note.hasSuffix(" completion block")
    }
    let rest = try run.rest(of: "called", after: work)
    try run.require(
      looks.contains { work.seq < $0.seq && $0.seq < rest.seq }
        && looks.contains { rest.seq < $0.seq }
        && looks.allSatisfy { $0.note == "has a completion block" },
      "called had its completion block, and nobody took it away")
    let end = try run.last(.settled, of: "called")
    let completion = try run.occurrence(of: .completed, of: "called")

    let print = try mainAlone(of: "print", in: waiter)
    let put = try waiter.enqueued("show", in: "prints", isSuspended: false, dependencies: ["print"])
    let show = try waiter.occurrence(of: .started, of: "show")
    if show.isNever {
      let finding = try waiter.stuck("show", .dependency, waitsFor: ["print"])
      try waiter.require(finding.besides.isEmpty, "nothing else is in the way of show")
    }
    return .confirmed(
      if: end.state == [.ready] && completion.isNever && show.isNever,
      "the work was done; the operation stayed \(end.state), and what depends on it never started",
      otherwise: "it was \(end.state) in the end, or somebody was told of its end",
      [work] + looks + [end, print, put, show.evidence])
  }

  static let startFinishes = Claim(
    "A12c",
    """
    Call start() in place of main(), and the same operation finishes; what depends on it starts \
    then, and not before.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls main() and announces the end, on the thread that called it. No queue is \
        needed for that, and the queue of whoever depends on it hears of it.
        """),
    mutants: [
      .passing("main-by-hand", as: "start-by-hand"),
      .trace(of: "start-by-hand", "show starts before the work") {
        $0.movingToFront(.started, of: "show")
      },
      .trace(of: "start-by-hand", "print is not finished in the end") {
        $0.replacing(.settled, of: "print") { $0.state = [.ready] }
      },
      .trace(of: "start-by-hand", "show did not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ]
  ) { runs in
    let run = try runs["start-by-hand"]
    let put = try run.enqueued("show", in: "prints", isSuspended: false, dependencies: ["print"])
    try run.requireNeverSuspended("prints")
    let body = try inheritedStart(of: "print", in: run)
    try run.require(
      body.thread == put.thread && run.all(.enqueued, of: "print").isEmpty && put.seq < body.seq,
      "the program called print's start() itself, when show was waiting")
    let work = try run.first(.ended, of: "print")
    let show = try run.first(.started, of: "show")
    let end = try run.last(.settled, of: "print")
    let last = try run.last(.settled, of: "show")
    return .confirmed(
      if: work.seq < show.seq && end.state == [.ready, .finished] && last.note == "in no queue",
      "print was \(end.state) after start(), and then show started",
      otherwise: "print was \(end.state), or show did not wait for it",
      [put, body, work, show, end, last])
  }

  static let mainIsEnough = Claim(
    "C23", "Overriding main() is enough for a synchronous subclass.",
    origin: .article(
      .c,
      passage: .init(
        "只需要重寫main方法即可",
        "it is enough to override main",
        at: 369)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.main),
      because: """
        The inherited start() sets executing, calls main(), sets finished, and announces all of \
        it, whoever calls it.
        """),
    mutants: [
      .trace(of: "three-ways", "main() runs before it is executing") {
        $0.replacing(.began, of: "queued") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "started is not finished in the end") {
        $0.replacing(.settled, of: "started") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "queued stays in its queue") {
        $0.replacing(.settled, of: "queued") { $0.note = "in prints" }
      },
      .trace(of: "three-ways", "a completion block does not run") {
        $0.removing(.completed, of: "started")
      },
      .trace(of: "three-ways", "it announces its end itself") {
        $0.inserting(.announced, of: "started")
      },
    ]
  ) { runs in
    let run = try runs["three-ways"]
    let put = try run.enqueued("queued", in: "prints", isSuspended: false, dependencies: [])
    var (evidence, holds): ([Evidence], Bool) = ([put], true)
    for name in ["started", "queued"] {
      let body = try inheritedStart(of: name, in: run)
      let end = try run.last(.settled, of: name)
      let completion = try run.first(.completed, of: name)
      holds = holds && end.state == [.ready, .finished] && end.note == "in no queue"
      evidence += [body, completion, end]
    }
    try run.require(
      run.all(.enqueued, of: "started").isEmpty && evidence[1].thread == put.thread
        && evidence[4].thread != put.thread,
      "one was started by hand, the other by its queue")
    return .confirmed(
      if: holds, "by hand and by queue: executing in main(), finished and announced afterwards",
      otherwise: "a state was wrong, or the operation stayed in its queue", evidence)
  }

  /// The beginning of a body that Foundation's own `start()` called: executing at work, although
  /// the operation neither keeps nor announces a state of its own.
  private static func inheritedStart(of name: String, in run: Run) throws -> Evidence {
    let body = try run.first(.began, of: name)
    try run.require(
      body.state == [.ready, .executing] && run.all(.announced, of: name).isEmpty,
      "\(name) overrides main() and nothing else, and start() called it")
    return body
  }

  /// The end of a body that somebody called directly: nothing else of the operation was touched.
  private static func mainAlone(of name: String, in run: Run) throws -> Evidence {
    let (body, end) = (try run.first(.began, of: name), try run.first(.ended, of: name))
    try run.require(
      body.state == [.ready] && body.thread == "main" && end.thread == "main"
        && run.all(.enqueued, of: name).isEmpty && run.all(.announced, of: name).isEmpty,
      "\(name)'s main() was called directly, and nothing else")
    return end
  }
}
