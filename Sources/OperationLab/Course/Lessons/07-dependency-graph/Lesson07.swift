import OperationLab

/// Lesson 7; its page is `Lessons/07-dependency-graph/README.md`.
enum Lesson07 {
  static let lesson = Lesson(
    7, "dependency-graph", title: "Who waits for whom",
    question: """
      Five tasks, some of which need others to be done first. How do you tell the queue, what does \
      it make of it, and what if two of them wait for each other?
      """,
    programs: [
      fiveTasks,
      oneQueue,
      twoQueues,
      removeDependency,
      newOperation,
      cycle,
      cycleCancelled,
      cycleRefused,
      selfDependency,
      keepsDependencies,
      forgetsDependencies,
    ],
    claims: [
      orderIsRespected,
      fiveWaitsForNobody,
      notReadyMeanwhile,
      removalIsIgnored,
      newOneRunsAtOnce,
      waitsForTheReport,
      acrossQueues,
      circleDeadlocks,
      cancellingFreesBoth,
      askingAvoidsCircles,
      selfDeadlocks,
      dependenciesAreCleared,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "five-tasks": begunAtRest(
      """
      task 1 is running and may not end yet. How many of the five have begun when all has \
      come to rest?
      """),
    "one-queue": .first(
      "Which comes first?", Milestone("the start() of resize", .started, of: "resize"),
      Milestone("the end of download", .finished, of: "download")),
    "two-queues": .first(
      "The two are in different queues now. Which comes first?",
      Milestone("the start() of resize", .started, of: "resize"),
      Milestone("the end of download", .finished, of: "download")),
    "remove-dependency": .happens(
      "pour no longer depends on boil. Does pour ever start?", .started, of: "pour"),
    "new-operation": .first(
      "Which comes first?", Milestone("the end of boil", .ended, of: "boil"),
      Milestone("the start() of 'pour at once'", .started, of: "pour at once")),
    "cycle": .count("How many of the two start?", .started),
    "cycle-cancelled": .happens(
      "chicken is cancelled. Does the body of egg run?", .began, of: "egg"),
    "cycle-refused": refused("Of the five dependencies, how many are refused?"),
    "self-dependency": .ending,
    "keeps-dependencies": .first(
      "Both have finished. What does crop depend on now?",
      Milestone("photo", .observed, of: "crop", .dependencies(["photo"])),
      Milestone("nothing", .observed, of: "crop", .dependencies([]))),
    "forgets-dependencies": .times(
      "How often is crop seen to depend on nothing in the end?", .observed, of: "crop",
      .dependencies([])),
  ]

  private static func begunAtRest(_ question: String) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.prefix { $0.kind != .settled }.filter { $0.kind == .began }
      return Prediction.Result("\(events.count)", events)
    }
  }

  private static func refused(_ question: String) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter { $0.mark?.isLike(mustNotWait(for: "")) == true }
      return Prediction.Result("\(events.count)", events)
    }
  }
}
