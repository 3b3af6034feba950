import OperationLab

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
