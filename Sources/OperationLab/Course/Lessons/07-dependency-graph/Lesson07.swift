import OperationBench
import OperationDoctor

/// Lesson 7. Its page is `Lessons/07-dependency-graph/README.md`.
enum Lesson07 {
  static let lesson = Lesson(
    7, "dependency-graph", title: "Who waits for whom",
    question: """
      There are five tasks, and some must run after others. How do you tell the queue? And what \
      happens if two of them wait for each other?
      """,
    programs: [
      fiveTasks,
      twoQueues,
      cycle,
      cycleCancelled,
    ],
    further: [
      cycleRefused,
      removeDependency,
      newOperation,
      selfDependency,
      keepsDependencies,
      forgetsDependencies,
    ],
    claims: [
      orderIsRespected,
      fiveRunsAtOnce,
      notReadyMeanwhile,
      waitsForTheReport,
      acrossQueues,
      circleDeadlocks,
      cancellingFreesBoth,
      askingAvoidsCircles,
      removalIsIgnored,
      newOneRunsAtOnce,
      selfDeadlocks,
      dependenciesAreCleared,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "five-tasks": .count(
      """
      task 1 runs and may not end yet. How many of the five have begun when nothing more happens?
      """, .began
    ).by([.firstSettled("task 1")]),
    "two-queues": .first(
      "resize depends on download, which is in another queue. Which comes first?",
      ("the start() of resize", .started("resize")),
      ("the end of download", .finished("download"))),
    "remove-dependency": .happens(
      "pour no longer depends on boil. Does pour ever start?", .started("pour")),
    "new-operation": .first(
      "Which comes first?", ("the end of boil", .ended("boil")),
      ("the start() of 'pour at once'", .started("pour at once"))),
    "cycle": .count("How many of the two start?", .started),
    "cycle-cancelled": .happens(
      "chicken is cancelled. Does the body of egg run?", .began("egg")),
    "cycle-refused": refused("Of the five dependencies, how many are refused?"),
    "self-dependency": .ending,
    "keeps-dependencies": .first(
      "Both have finished. What does crop depend on now?",
      ("photo", .event(.observed, of: "crop", .dependencies(names: ["photo"]))),
      ("nothing", .event(.observed, of: "crop", .dependencies(names: [])))
    ).by([.observed("crop")]),
    "forgets-dependencies": .times(
      "In how many of the two reads does crop depend on nothing?",
      .event(.observed, of: "crop", .dependencies(names: []))),
  ]

  private static func refused(_ question: String) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter { $0.mark?.isLike(mustNotWait(for: "")) == true }
      return Prediction.Result("\(events.count)", events)
    }
  }
}

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
    "A08a", in: "five-tasks",
    given: taskOneRuns,
    expect: [
      .order(.ended("task 1"), .began("task 2")), .order(.ended("task 1"), .began("task 3")),
      .order(.ended("task 3"), .began("task 4")),
    ])

  static let fiveRunsAtOnce = Claim(
    "A08b", in: "five-tasks",
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
    "A09", in: "five-tasks",
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
    "C20a", in: "two-queues",
    given: downloadReturnsEarly,
    expect: resizeWaitsForReport)

  static let acrossQueues = Claim(
    "C20b", in: "two-queues",
    given: downloadReturnsEarly,
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
    "C21a", in: "cycle",
    given: circle,
    expect: [
      .never(.started, of: pair), .stuck("chicken", .cycle, waitsFor: pair),
      .stuck("egg", .cycle, waitsFor: pair),
    ])

  static let cancellingFreesBoth = Claim(
    "C21c", in: "cycle-cancelled",
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
    "C21d", in: "cycle-refused",
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
    "C21b", in: "self-dependency",
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
    "C20c",
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
    "A10", in: "remove-dependency",
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
    "A10b", in: "new-operation",
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
