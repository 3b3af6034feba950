import OperationLab
import OperationTesting

// Five tasks, and two in two queues: what dependencies promise.
extension Lesson07 {
  /// 2 and 3 depend on 1, 4 on 3. All are in one queue that has a slot beside that of task 1, which
  /// is still running when the process is idle.
  private static let taskOneRuns: [Trace.Condition] = [
    .added(["task 1", "task 5"], to: "tasks", slots: 2, dependencies: []),
    .added(["task 2", "task 3"], to: "tasks", slots: 2, dependencies: ["task 1"]),
    .added("task 4", to: "tasks", slots: 2, dependencies: ["task 3"]),
    .neverSuspended("tasks"), .neverCancelled((1...5).map { "task \($0)" }),
    .flags(.executing, at: .firstSettled("task 1")),
    .order(.firstSettled("task 1"), .ended("task 1")),
  ]

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
    in: "five-tasks", given: taskOneRuns,
    expect: [
      .order(.ended("task 1"), .began("task 2")), .order(.ended("task 1"), .began("task 3")),
      .order(.ended("task 3"), .began("task 4")),
    ])

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
    in: "five-tasks",
    given: taskOneRuns + [
      // If task 5 was ready and did not begin, the system may have had no thread for it.
      .any(
        .order(.began("task 5"), .firstSettled("task 1")),
        .flags(not: .ready, at: .firstSettled("task 5")))
    ],
    expect: [
      .order(.began("task 5"), .firstSettled("task 1"), .ended("task 1")),
      .flags(.finished, at: .firstSettled("task 5")),
    ])

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
    in: "five-tasks",
    given: taskOneRuns + [
      .each(["task 2", "task 3", "task 4"]) { [.order(.ended("task 1"), .started($0))] }
    ],
    expect: [
      .all(
        "2, 3 and 4 were not ready while task 1 ran, and ready when they started",
        .each(["task 2", "task 3", "task 4"]) {
          [.flags(not: .ready, at: .firstSettled($0)), .flags(.ready, at: .started($0))]
        })
    ])

  /// resize depends on download. download's `start()` returns, the process becomes idle, and only
  /// then does download report finished, when its transfer is over.
  private static func downloadReturnsEarly(in network: String) -> [Trace.Condition] {
    [
      .added("resize", to: "images", slots: 2, dependencies: ["download"]),
      .added("download", to: network, slots: 2, dependencies: []),
      .neverSuspended("images"), .neverSuspended(network), .neverCancelled("download", "resize"),
      .flags(.executing, at: .firstSettled("download")),
      .order(
        .returned("download"), .firstSettled("resize"), .opened("transfer is over"),
        .finished("download")),
    ]
  }

  private static let resizeWaitsForReport: [Trace.Condition] = [
    .flags(not: .ready, at: .firstSettled("resize")),
    .order(.firstSettled("resize"), .finished("download"), .started("resize")),
  ]

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
    in: "one-queue", given: downloadReturnsEarly(in: "images"), expect: resizeWaitsForReport)

  static let acrossQueues = Claim(
    "C20b", "... and dependencies work across queues, too.",
    origin: .documentation(page: ApplePage.queue),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "A dependency is between two operations; it knows nothing of queues."),
    in: "two-queues", given: downloadReturnsEarly(in: "network"), expect: resizeWaitsForReport)
}
