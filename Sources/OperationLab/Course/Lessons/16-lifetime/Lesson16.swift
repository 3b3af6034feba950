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
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "never-finishes": .happens(
      """
      Only the queue holds the operation, and the operation never says finished. Is it \
      deallocated?
      """, .released, of: "transfer"),
    "finishes": .happens("Is it deallocated now?", .released, of: "transfer"),
    "in-no-queue": .happens(
      "It never says finished, but no queue holds it. Is it deallocated?", .released, of: "transfer"
    ),
    "kept-by-dependent": .first(
      "Both have finished, and somebody holds second. Which comes first?",
      Milestone("first is deallocated", .released, of: "first"),
      Milestone("the owner lets go of second", .released, of: "second")),
    "captures-itself": .happens(
      "The completion block uses its own operation. Is the operation deallocated?", .released,
      of: "transfer"),
    "captures-weakly": .happens("Is it deallocated now?", .released, of: "transfer"),
    "completion": .happens(
      "cancelled never runs its body. Does its completion block run?", .completed, of: "cancelled"),
    "finishes-in-main": .times(
      """
      main() says finished, and then the inherited start() does. How often does the \
      completion block run?
      """, .completed, of: "transfer"),
    "dependent-first": .first(
      "second depends on first. Which comes first?", Milestone("second ends", .ended, of: "second"),
      Milestone(
        "the completion block of first is over", .noted, of: "first",
        .mark(Marks.blockOver))),
    "wait-returns-first": .first(
      "Which comes first?", Milestone("waitUntilFinished() returns", .started, of: "next"),
      Milestone(
        "the completion block is over", .noted, of: "first", .mark(Marks.blockOver))),
    "left-to-chance": .first(
      "second 1 depends on first 1. Which comes first?",
      Milestone("the completion block of first 1", .completed, of: "first 1"),
      Milestone("the body of second 1", .began, of: "second 1")),
    "operation-between": .first("Which begins first?", .began, of: ["save", "second"]),
  ]
}
