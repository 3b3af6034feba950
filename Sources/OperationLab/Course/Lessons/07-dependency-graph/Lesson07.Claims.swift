import OperationLab
import OperationDownloads
import OperationTesting

// Five tasks, and two in two queues: what dependencies promise.
extension Lesson07 {
  static let orderIsRespected = Claim(
    "A08a", "2 and 3 depend on 1, 4 on 3: every run respects it.",
    origin: .article(
      .a,
      passage: .init(
        "任务2需要等待任务1完成后才可以开始执行,任务3也是同样,而任务4需要等待任务3完成后才可以开始执行",
        """
        task 2 can begin only when task 1 is done, task 3 likewise, and task 4 only when \
        task 3 is done
        """,
        at: 419)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "A queue starts an operation only when all that it depends on have finished."),
    mutants: [
      .trace(of: "five-tasks", "task 4 begins first") { $0.movingToFront(.began, of: "task 4") },
      .trace(of: "five-tasks", "task 1 ends last") { $0.movingToEnd(.ended, of: "task 1") },
      .trace(of: "five-tasks", "nobody depends on anybody") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "tasks", width: 4) }
      },
      .trace(of: "five-tasks", "one at a time") {
        $0.replacing(.enqueued, of: "task 3") {
          $0.enqueueing = Event.Enqueueing(queue: "tasks", width: 1, dependencies: ["task 1"])
        }
      },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let first = try taskOneAtWork(in: run)
    let edges = [("task 1", "task 2"), ("task 1", "task 3"), ("task 3", "task 4")]
    let pairs = try edges.map {
      (end: try run.first(.ended, of: $0.0), begin: try run.first(.began, of: $0.1))
    }
    let wrong = pairs.first { $0.end.seq > $0.begin.seq }
    return .confirmed(
      if: wrong == nil, "each of the three began after its dependency had ended",
      otherwise: "\(wrong?.begin.subject ?? "") began before \(wrong?.end.subject ?? "") had ended",
      [first] + pairs.flatMap { [$0.end, $0.begin] })
  }

  static let fiveWaitsForNobody = Claim(
    "A08b", "... and 5, which depends on none, needs to wait for nobody.",
    origin: .article(
      .a,
      passage: .init(
        "任务5是独立的没有任何依赖,所以任务5与其他任务并行执行",
        "task 5 is independent and depends on nothing, so it runs in parallel with the others",
        at: 423)),
    expected: .everywhere(
      .confirmed, because: "It is ready from the beginning, and a slot is free beside task 1's."),
    mutants: [
      .trace(of: "five-tasks", "task 5 begins last") { $0.movingToEnd(.began, of: "task 5") },
      .trace(of: "five-tasks", "task 1 had already ended") {
        $0.replacing(.settled, of: "task 1") { $0.state = [.ready, .finished] }
      },
      .trace(of: "five-tasks", "task 5 was not ready") {
        $0.movingToEnd(.began, of: "task 5").replacing(.settled, of: "task 5") { $0.state = [] }
      },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let first = try taskOneAtWork(in: run)
    let look = try run.restInQueue(of: "task 5")
    let fifth = try run.first(.began, of: "task 5")
    let end = try run.first(.ended, of: "task 1")
    // Ready, with a free slot, and not begun: that may be for want of a thread.
    try run.require(
      fifth.seq < first.seq || !look.state.contains(.ready), "the system had a thread for task 5")
    return .confirmed(
      if: fifth.seq < first.seq && look.state.contains(.finished),
      "task 5 ran while task 1 was \(first.state), and all others waited",
      otherwise: "task 5 did not run until task 1 had ended", [fifth, first, look, end])
  }

  static let notReadyMeanwhile = Claim(
    "A09", "isReady is false while a dependency is unfinished.",
    origin: .article(
      .a,
      passage: .init(
        "如果任务有依赖的任务没有执行完成ready为NO",
        "if a task that it depends on is not done, ready is NO",
        at: 118)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "That is all the default isReady says; only cancel() overrides it."),
    mutants: [
      .trace(of: "five-tasks", "task 4 is ready all the time") {
        $0.replacing(.settled, of: "task 4") { $0.state = [.ready] }
      },
      .trace(of: "five-tasks", "task 2 is not ready when it starts") {
        $0.replacing(.started, of: "task 2") { $0.state = [] }
      },
      .trace(of: "five-tasks", "task 1 is finished when everybody looks") {
        $0.replacing(.settled, of: "task 1") { $0.state = [.ready, .finished] }
      },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let first = try taskOneAtWork(in: run)
    let waiting = ["task 2", "task 3", "task 4"]
    let before = try waiting.map { try run.restInQueue(of: $0) }
    let start = try waiting.map { try run.first(.started, of: $0) }
    let end = try run.first(.ended, of: "task 1")
    try run.require(start.allSatisfy { end.seq < $0.seq }, "they started when task 1 had ended")
    return .confirmed(
      if: before.allSatisfy { !$0.state.contains(.ready) }
        && start.allSatisfy { $0.state.contains(.ready) },
      "2, 3 and 4 were not ready as long as task 1 ran, and ready when they started",
      otherwise: "one of them was ready too soon, or not ready when it started",
      [first] + before + [end] + start)
  }

  /// Task 1 executing when everything has come to rest for the first time; all five are in one
  /// queue that has slots to spare, with the dependencies of the drawing and no others.
  private static func taskOneAtWork(in run: Run) throws -> Evidence {
    let drawing = [
      "task 1": [], "task 2": ["task 1"], "task 3": ["task 1"], "task 4": ["task 3"], "task 5": [],
    ]
    for (task, dependencies) in drawing {
      let added = try run.enqueued(
        task, in: "tasks", isSuspended: false, dependencies: dependencies)
      let width = added.enqueueing?.width ?? 1
      try run.require(width < 0 || width > 1, "there was a slot beside that of task 1")
      try run.requireNotCancelled(task)
    }
    try run.requireNeverSuspended("tasks")
    let first = try run.restInQueue(of: "task 1")
    let end = try run.first(.ended, of: "task 1")
    try run.require(
      first.state.contains(.executing) && first.seq < end.seq,
      "task 1 was executing when everything had come to rest")
    return first
  }

  static let waitsForTheReport = Claim(
    "C20a",
    "A download-then-resize pair: the second starts only when the first reports finished.",
    origin: .article(
      .c,
      passage: .init(
        "resizingOperation會(huì)等待其依賴的networkingOperation完成(isFinished返回YES)之后才會(huì)執(zhí)行",
        """
        resizingOperation runs only after the networkingOperation it depends on is done \
        (isFinished returns YES)
        """,
        at: 615)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "That start() has returned means nothing; the report that isFinished changed does."),
    mutants: [
      .trace(of: "one-queue", "resize starts before the report") {
        $0.movingToEnd(.finished, of: "download")
      },
      .trace(of: "one-queue", "resize starts when start() returns") {
        $0.movingToFront(.started, of: "resize")
      },
      .trace(of: "one-queue", "resize does not depend on download") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "images") }
      },
    ]
  ) { runs in
    try secondWaitsForReport(try runs["one-queue"], network: "images")
  }

  static let acrossQueues = Claim(
    "C20b", "... and dependencies work across queues, too.",
    origin: .documentation(page: ApplePage.queue),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "A dependency is between two operations; it knows nothing of queues."),
    mutants: [
      .passing("one-queue", as: "two-queues"),
      .trace(of: "two-queues", "resize starts before the report") {
        $0.movingToEnd(.finished, of: "download")
      },
    ]
  ) { runs in
    try secondWaitsForReport(try runs["two-queues"], network: "network")
  }

  private static func secondWaitsForReport(_ run: Run, network: String) throws -> Judgement {
    let added = [
      try run.enqueued("resize", in: "images", isSuspended: false, dependencies: ["download"]),
      try run.enqueued("download", in: network, isSuspended: false, dependencies: []),
    ]
    try run.require(
      added.allSatisfy { $0.enqueueing?.width != 1 }, "resize need not wait for download's slot")
    for queue in ["images", network] { try run.requireNeverSuspended(queue) }
    try run.requireNotCancelled("download", "resize")
    let returned = try run.first(.returned, of: "download")
    let work = try run.restInQueue(of: "download")
    let look = try run.restInQueue(of: "resize")
    let over = try run.first(.opened, of: "transfer is over")
    let report = try run.first(.finished, of: "download")
    let start = try run.first(.started, of: "resize")
    try run.require(
      returned.seq < look.seq && look.seq < over.seq && work.state.contains(.executing),
      "everything came to rest after download's start() had returned, before its transfer was over")
    try run.require(over.seq < report.seq, "download reports when its transfer is over")
    return .confirmed(
      if: look.seq < start.seq && report.seq < start.seq && !look.state.contains(.ready),
      "resize was not ready after download's start() had returned, and started after its report",
      otherwise: "resize started before download had reported its end",
      added + [returned, work, look, report, start])
  }
}
