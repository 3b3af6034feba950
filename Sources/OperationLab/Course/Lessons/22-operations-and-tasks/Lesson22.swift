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
