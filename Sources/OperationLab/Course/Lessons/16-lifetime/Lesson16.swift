import OperationLab

/// Lesson 16; its page is `Lessons/16-lifetime/README.md`.
enum Lesson16 {
  static let lesson = Lesson(
    16, "lifetime", title: "Who keeps an operation alive, and what happens after its end",
    question: """
      You let go of an operation. Is it deallocated? And its completion block: has it run when \
      the next operation starts?
      """,
    programs: [
      neverFinishes,
      finishes,
      inNoQueue,
      keptByDependent,
      capturesItself,
      capturesWeakly,
      completion,
      finishesInMain,
      dependentFirst,
      waitReturnsFirst,
      leftToChance,
      operationBetween,
    ],
    claims: [
      queueKeepsIt,
      nobodyElseDoes,
      finishedIsLetGo,
      dependentKeepsIt,
      blockKeepsIt,
      onceFinished,
      neverBefore,
      twiceFromMain,
      afterDependents,
      afterWaiters,
      byChance,
      between,
    ])
}
