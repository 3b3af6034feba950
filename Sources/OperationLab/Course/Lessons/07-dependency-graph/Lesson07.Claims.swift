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
    "A08a", "If tasks 2 and 3 depend on 1, and 4 on 3, they run in that order.",
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
      because: "A queue starts an operation only when all its dependencies have finished."),
    in: "five-tasks", given: taskOneRuns,
    expect: [
      .order(.ended("task 1"), .began("task 2")), .order(.ended("task 1"), .began("task 3")),
      .order(.ended("task 3"), .began("task 4")),
    ])

  static let fiveRunsAtOnce = Claim(
    "A08b", "A task without dependencies runs beside the others.",
    origin: .article(
      .a,
      passage: .init(
        "任务5是独立的没有任何依赖,所以任务5与其他任务并行执行",
        "task 5 is independent and depends on nothing, so it runs in parallel with the others",
        at: 423)),
    expected: .everywhere(
      .confirmed, because: "It is ready from the beginning, and a slot is free."),
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
      because: "The inherited isReady checks just that, unless the operation is cancelled."),
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

  /// resize depends on download, which is in another queue. The `start()` of download returns, the
  /// process becomes idle, and only then does download report finished.
  private static let downloadReturnsEarly: [Trace.Condition] = [
    .added("resize", to: "images", slots: 2, dependencies: ["download"]),
    .added("download", to: "network", slots: 2, dependencies: []),
    .neverSuspended("images"), .neverSuspended("network"), .neverCancelled("download", "resize"),
    .flags(.executing, at: .firstSettled("download")),
    .order(
      .returned("download"), .firstSettled("resize"), .opened("transfer has ended"),
      .finished("download")),
  ]

  private static let resizeWaitsForReport: [Trace.Condition] = [
    .flags(not: .ready, at: .firstSettled("resize")),
    .order(.firstSettled("resize"), .finished("download"), .started("resize")),
  ]

  static let waitsForTheReport = Claim(
    "C20a",
    "If resize depends on download, it starts only when download reports finished.",
    origin: .article(
      .c,
      passage: .init(
        "resizingOperation會等待其依賴的networkingOperation完成(isFinished返回YES)之后才會執行",
        """
        resizingOperation runs only after the networkingOperation it depends on is done \
        (isFinished returns YES)
        """,
        at: 615)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "The return of start() does not count. Only isFinished does."),
    in: "two-queues", given: downloadReturnsEarly, expect: resizeWaitsForReport)

  static let acrossQueues = Claim(
    "C20b", "Dependencies work across queues.",
    origin: .documentation(page: ApplePage.queue),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "A dependency connects two operations. The queues do not matter."),
    in: "two-queues", given: downloadReturnsEarly,
    expect: resizeWaitsForReport + [.happens(.ended("resize"))])
}

// The claims of lesson 7 about circles, and how to get out of them.
extension Lesson07 {
  private static let pair = ["chicken", "egg"]

  /// Each of the two depends on the other.
  private static let circle: [Trace.Condition] = [
    .added("chicken", to: "farm", dependencies: ["egg"]),
    .added("egg", to: "farm", dependencies: ["chicken"]), .neverSuspended("farm"),
  ]

  fileprivate static let addingItself = Trace.Event.Wait.other(
    "for ego.addDependency(ego) to return")

  static let circleDeadlocks = Claim(
    "C21a", "Two operations that depend on each other deadlock.",
    origin: .article(
      .c,
      passage: .init(
        "像A依賴B,B又依賴A,這也會導致杯具的死鎖",
        "such as A depends on B and B on A: that, too, leads to a tragic deadlock",
        at: 621)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Neither becomes ready. No thread blocks, so a debugger shows nothing."),
    in: "cycle", given: circle,
    expect: [
      .never(.started, of: pair), .stuck("chicken", .cycle, waitsFor: pair),
      .stuck("egg", .cycle, waitsFor: pair),
    ])

  static let cancellingFreesBoth = Claim(
    "C21c", "If two operations depend on each other, cancelling one lets both leave the queue.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready even if its dependencies are unfinished. It finishes without \
        its body. Then the other becomes ready, and its body runs.
        """),
    in: "cycle-cancelled",
    given: circle + [
      .flags(not: .ready, at: .firstSettled("chicken")),
      .flags(not: .ready, at: .firstSettled("egg")),
      .exactly(1, .cancelled, of: pair),
      .any(
        .order(.firstSettled("egg"), .cancelled("chicken")),
        .order(.firstSettled("chicken"), .cancelled("egg"))),
    ],
    expect: [
      .all(
        "both were started, finished and left the queue",
        .each(pair) {
          [
            .order(.firstSettled($0), .started($0)), .flags(.finished, at: .settled($0)),
            .place(nil, at: .settled($0)),
          ]
        }),
      .exactly(1, .began, of: pair),
      .each(pair) { [.any(.never(.cancelled($0)), .never(.began($0)))] },
    ])

  static let askingAvoidsCircles = Claim(
    "C21d",
    """
    If you refuse each dependency that would close a circle, all operations run in the order of the \
    others.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A dependency closes a circle if the other operation already waits for this one. A walk along \
        the dependencies finds that.
        """),
    in: "cycle-refused",
    given: [
      .added("chicken", to: "farm", dependencies: ["egg"]),
      .added("egg", to: "farm", dependencies: ["nest"]),
      .added("nest", to: "farm", dependencies: []),
      // chicken is refused only where it closes a circle.
      .added("fox", to: "farm", dependencies: ["chicken"]), .neverSuspended("farm"),
      .neverCancelled("chicken", "egg", "nest", "fox"),
      .happens(
        .marked(mustNotWait(for: "chicken"), by: "egg"),
        .marked(mustNotWait(for: "chicken"), by: "nest")),
    ],
    expect: [
      .order(
        .began("nest"), .ended("nest"), .began("egg"), .ended("egg"), .began("chicken"),
        .ended("chicken"), .began("fox"), .ended("fox"))
    ])

  static let selfDeadlocks = Claim(
    "C21b", "An operation that depends on itself deadlocks.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        On Linux addDependency(_:) itself never returns, because it locks both operations, which are \
        one. On macOS this was not measured. There it could never become ready.
        """),
    in: "self-dependency",
    given: [
      .onMain(.waits("program", for: addingItself)),
      .any(
        .all("the program is stuck in the call", .stuck("program", .blocked), .callNeverReturns),
        .added("ego", dependencies: ["ego"])),
    ],
    expect: [.any(.never(.added("next")), .stuck("ego", .cycle, waitsFor: ["ego"]))])
}

extension Trace.Condition {
  /// After the call to add ego as a dependency of itself, the main thread did nothing more.
  fileprivate static let callNeverReturns = Self("ego.addDependency(ego) never returned") { run in
    let call = try run.first(.waiting, of: "program", .wait(for: Lesson07.addingItself))
    return Outcome(
      run.lastEvent(on: "main") == call.event, "ego.addDependency(ego) never returned", [call])
  }
}

// The claim of lesson 7 about the dependencies of a finished operation.
extension Lesson07 {
  /// crop waited for photo. Both have finished when the program reads the dependencies of crop twice.
  private static func cropHasFinished(losesDependencies: Bool) -> [Trace.Condition] {
    [
      .added(
        "crop", to: "images", dependencies: ["photo"], losesDependencies: losesDependencies),
      .order(
        .added("crop"), .ended("photo"), .ended("crop"), .observed("crop"), .observed("crop").last),
      .flags(.finished, at: .observed("crop")), .flags(.finished, at: .observed("crop").last),
    ]
  }

  static let dependenciesAreCleared = Claim(
    "C20c", "When an operation is finished, its dependencies are cleared.",
    origin: .article(
      .c,
      passage: .init(
        "當這個值是YES是,opearation queue才會把operation移除隊列,operation的依賴關系也會被清除。",
        """
        Only when this value is YES does the operation queue remove the operation from the \
        queue, and the operation's dependencies are cleared, too.
        """,
        at: 161)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.dependencies),
      because: """
        The list stays, and keeps the operations in it alive (lesson 16). The documentation says \
        that only removeDependency(_:) removes an operation from it.
        """),
    Scenario(
      "forgets-dependencies",
      given: cropHasFinished(losesDependencies: true) + [
        .fact(.dependencies(names: []), at: .observed("crop").last)
      ],
      expect: []),
    Scenario(
      "keeps-dependencies", given: cropHasFinished(losesDependencies: false),
      expect: [
        .fact(.dependencies(names: []), at: .observed("crop")),
        .fact(.dependencies(names: []), at: .observed("crop").last),
      ]))
}

// The claims of lesson 7 about ways to stop waiting.
extension Lesson07 {
  /// boil is in the kitchen, which has a slot beside that of boil, and runs when the process is idle.
  private static let boilRuns: [Trace.Condition] = [
    .added("boil", to: "kitchen", slots: 2, dependencies: []), .neverSuspended("kitchen"),
    .flags(.executing, at: .firstSettled("boil")), .order(.firstSettled("boil"), .ended("boil")),
  ]

  /// The dependency of pour was removed, and pour has none left.
  private static let removed = Trace.Moment.marked(dependenciesLeft(0), by: "pour")

  static let removalIsIgnored = Claim(
    "A10",
    "After removeDependency(_:) the operation no longer waits for the other.",
    origin: .article(
      .a,
      passage: .init(
        "删除一个依赖",
        "removes a dependency",
        at: 128,
        alsoOn: ApplePage.removeDependency)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.removeDependency),
      because: """
        Foundation on Linux removes it from the list, but not from the count of unfinished \
        dependencies. The operation waits forever, because the other no longer reports to it.
        """),
    in: "remove-dependency",
    given: boilRuns + [
      .added("pour", to: "kitchen", slots: 2, dependencies: ["boil"], losesDependencies: true),
      .neverCancelled("pour"), .order(.added("pour"), .firstSettled("boil"), removed),
      .order(removed, .settled("pour", after: removed), .ended("boil")),
      .any(.stuck("pour", .notReady), .order(removed, .started("pour"))),
      // If pour was ready and did not start, the system may have had no thread for it.
      .any(
        .order(.started("pour"), .ended("boil")),
        .flags(not: .ready, at: .settled("pour", after: removed))),
    ],
    expect: [.happens(.started("pour").before(.ended("boil")))])

  static let newOneRunsAtOnce = Claim(
    "A10b",
    """
    If you cancel a waiting operation and add a new one without the dependency, the new one runs at \
    once, and the old one leaves the queue without running its body.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready even if a dependency is unfinished, and finishes without its \
        body. The new one has no dependency.
        """),
    in: "new-operation",
    given: boilRuns + [
      .added("pour", to: "kitchen", slots: 2, dependencies: ["boil"]),
      .order(.added("pour"), .firstSettled("boil"), .cancelled("pour"), .ended("boil")),
      .flags(.cancelled, at: .settled("pour")),
      .added("pour at once", to: "kitchen", dependencies: []),
      .order(
        .firstSettled("boil"), .added("pour at once"), .firstSettled("pour at once"), .ended("boil")
      ),
      // If it was ready and did not begin, the system may have had no thread for it.
      .any(
        .order(.began("pour at once"), .ended("boil")),
        .flags(not: .ready, at: .firstSettled("pour at once"))),
    ],
    expect: [
      .order(.added("pour at once"), .began("pour at once"), .ended("boil")),
      .never(.began("pour")), .flags(.finished, at: .settled("pour")),
      .place(nil, at: .settled("pour")), .place(nil, at: .settled("pour at once")),
    ])
}
