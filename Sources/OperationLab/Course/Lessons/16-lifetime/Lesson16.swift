import OperationLab

/// Lesson 16. Its page is `Lessons/16-lifetime/README.md`.
enum Lesson16 {
  static let lesson = Lesson(
    16, "lifetime", title: "What keeps an operation alive",
    question: """
      You release an operation. Is it deallocated? And if it has a completion block, does the block \
      change that?
      """,
    programs: [
      neverFinishes,
      finishes,
      inNoQueue,
      capturesItself,
      capturesWeakly,
    ],
    further: [
      keptByDependent,
      completion,
      finishesInMain,
      dependentFirst,
      operationBetween,
    ],
    claims: [
      queueKeepsIt,
      onlyQueueKeepsIt,
      finishedIsReleased,
      blockKeepsIt,
      neverBefore,
      dependentKeepsIt,
      onceFinished,
      twiceFromMain,
      afterDependents,
      between,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "never-finishes": .happens(
      """
      Only the queue holds the operation, and the operation never reports finished. Is it \
      deallocated?
      """, .released("transfer")),
    "finishes": .happens(
      "Now the operation reports finished. Is it deallocated?", .released("transfer")),
    "in-no-queue": .happens(
      "It never reports finished, and it is in no queue. Is it deallocated?", .released("transfer")),
    "captures-itself": .happens(
      "The completion block uses its own operation. Is the operation deallocated?",
      .released("transfer")),
    "captures-weakly": .happens(
      "The completion block captures it weakly. Is the operation deallocated?",
      .released("transfer")),
    "kept-by-dependent": .first(
      "Both have finished, and the program holds second. Which comes first?",
      ("first is deallocated", .released("first")),
      ("second is deallocated", .released("second"))),
    "completion": .happens(
      "cancelled never runs its body. Does its completion block run?", .completed("cancelled")),
    "finishes-in-main": .times(
      """
      main() reports finished, and then the inherited start() does. How often does the \
      completion block run?
      """, .completed("transfer")),
    "dependent-first": .first(
      "second depends on first. Which comes first?",
      ("second finishes", .ended("second")),
      ("the completion block of first returns", .marked(Marks.blockReturns, by: "first"))),
    "operation-between": .first("Which begins first?", .began, of: ["save", "second"]),
  ]
}
