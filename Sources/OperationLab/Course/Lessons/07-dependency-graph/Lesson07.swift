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
    ])
}
