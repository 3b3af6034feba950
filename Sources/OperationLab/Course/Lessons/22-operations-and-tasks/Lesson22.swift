import OperationBench
import OperationDoctor

/// Lesson 22. Its page is `Lessons/22-operations-and-tasks/README.md`.
enum Lesson22 {
  static let lesson = Lesson(
    22, "operations-and-tasks", title: "Operations and tasks",
    question: """
      Your app has operation queues, and your new code is async. A block operation begins a task. \
      Does the operation wait for it? And what cancels the task?
      """,
    programs: [
      taskInBlock,
      taskOperation,
      neverResumed,
    ],
    further: [onMainActor, asyncMain],
    claims: [
      finishedBeforeTheTask,
      finishesWithTheTask,
      neverResumedHangs,
      cancelsBothWays,
      doesNotLook,
      staysOnMainActor,
      mainActorIsTheMainThread,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "task-in-block": .mark(
      "show depends on download. Is there a picture when show runs?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "task-operation": .first(
      "Which comes first?", ("the work ends", .ended("work")),
      ("the body of show begins", .began("show"))),
    "never-resumed": .count(
      "All four are cancelled. How many of the three tasks 'no resume', 'looks' and 'run' end?",
      .ended, of: ["no resume", "looks", "run"]),
    "main-actor": .thread(
      "A task on the main actor awaits. Which thread continues it?", .ended("on main actor")),
    "async-main": .thread(
      "main is async, and has awaited. Which thread runs the operation in the main queue?",
      .began("in main queue")),
  ]
}

extension Lesson22 {
  static let finishedBeforeTheTask = Claim(
    "A16d",
    Scenario(
      "task-in-block", given: workInTask,
      expect: [
        .order(.ended("download"), idleDuringWork),
        .state([.ready, .finished], at: idleDuringWork),
        .order(.began("show"), .ended("work")), .happens(.marked(findsNoPicture, by: "show")),
      ]),
    // An operation that finishes with its task is still executing then, and show finds a picture.
    Scenario(
      "task-operation",
      given: workInTask + [
        .state([.ready, .executing], at: idleDuringWork), .order(.ended("work"), .began("show")),
        .happens(.marked(showsPicture, by: "show")),
      ],
      expect: []))

  static let finishesWithTheTask = Claim(
    "A16e", in: "task-operation",
    given: workInTask,
    expect: [
      .state([.ready, .executing], at: idleDuringWork), .place("pictures", at: idleDuringWork),
      .order(.ended("work"), .began("show")), .happens(.marked(showsPicture, by: "show")),
      .flags(.finished, at: .settled("download")),
    ])

  static let neverResumedHangs = Claim(
    "A16f", in: "never-resumed",
    given: [
      .added(["no finish", "no resume"], to: "downloads", dependencies: []),
      .happens(.began("no finish"), .began("no resume")),
    ],
    expect: ["no finish", "no resume"].map {
      .flags(.executing, not: .finished, at: .settled($0, after: .began($0)))
    } + [
      .never(.ended("no resume")),
      .flags(.executing, not: .finished, at: .settled("no finish")),
      .flags(.executing, not: .finished, at: .settled("no resume")),
    ])

  static let cancelsBothWays = Claim(
    "A16g", in: "never-resumed",
    given: [
      .added(["looks", "run"], to: "downloads", dependencies: []),
      .order(.began("looks"), .cancelled("looks")), .order(.began("run"), .cancelled("caller")),
      .notYet(.ended("looks"), at: .cancelled("looks")),
      .notYet(.ended("run"), at: .cancelled("caller")),
    ],
    expect: [
      .happens(.ended("looks")), .flags(.finished, at: .settled("looks")),
      .happens(.ended("run")), .order(.ended("run"), .ended("caller")),
      .flags(.finished, at: .settled("run")),
    ])

  static let doesNotLook = Claim(
    "A16h", in: "never-resumed",
    given: [.order(.began("no resume"), .cancelled("no resume"))],
    expect: [
      .never(.ended("no resume")),
      .flags([.executing, .cancelled], not: .finished, at: .settled("no resume")),
    ])

  static let staysOnMainActor = Claim(
    "A16k", in: "main-actor",
    given: [
      .order(.began("on main actor"), .settled("download", after: .began("on main actor"))),
      .order(.settled("download", after: .began("on main actor")), .ended("on main actor")),
      .onMain(.began("download"), false), .happens(.began("on no actor"), .ended("on no actor")),
    ],
    expect: [
      .onMain(.began("on main actor")), .onMain(.ended("on main actor")),
      .onMain(.began("on no actor"), false), .onMain(.ended("on no actor"), false),
    ])

  static let mainActorIsTheMainThread = Claim(
    "A16l",
    Scenario(
      "main-actor",
      given: [.order(.began("on main actor"), .ended("on main actor"))],
      expect: [.onMain(.began("on main actor")), .onMain(.ended("on main actor"))]),
    Scenario(
      "async-main",
      given: [
        .onMain(.marked(awaits, by: "main")), .added("in main queue", to: Snapshot.Queue.main),
        .order(
          .marked(awaits, by: "main"), .began("rest of main"), .began("in main queue")),
      ],
      expect: [.onMain(.began("rest of main")), .onMain(.began("in main queue"))]))
}

// The premises.
extension Lesson22 {
  /// The process was idle while the task of download was waiting.
  static let idleDuringWork: Trace.Moment = .settled("download", after: .began("work"))

  /// show depends on download, whose task ends after the process was idle.
  static let workInTask: [Trace.Condition] = [
    .added("show", to: "pictures", dependencies: ["download"]),
    .added("download", to: "pictures", dependencies: []),
    .order(.began("work"), idleDuringWork, .ended("work")), .happens(.began("show")),
  ]
}
