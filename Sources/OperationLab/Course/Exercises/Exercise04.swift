import Foundation
import OperationBench

/// Exercises of lesson 4: a cancelled operation does not wait for its turn.
public enum Exercise04 {
  /// The pieces of work, and the queue to put them into.
  public typealias Kitchen = (
    boil: SceneTools.Work, pour: SceneTools.Work, drink: SceneTools.Work, queue: OperationQueue
  )

  /// The scenes for the learner's `makeTea`. It returns the operation that pours.
  public static let tea = Scenes<Kitchen, Operation>.inOrder(
    "makeTea", ["boil", "pour", "drink"], in: "kitchen", cancelling: "pour", while: "boiling"
  ) { ($0[0], $0[1], $0[2], $1) }

  static let order = Exercise(
    4, .mend, "Keep the order when one of three is cancelled", tea, at: "Exercise04.tea",
    call: "{ makeTea(boil: $0.boil, pour: $0.pour, drink: $0.drink, in: $0.queue) }",
    mistake: "hot-first",
    requirements: .work(
      of: "makeTea", in: "kitchen",
      [
        "undisturbed": ["boil", "pour", "drink"], "cancelled-while-boiling": ["boil", "drink"],
        "cancelled-while-suspended": ["boil", "drink"],
      ], also: " When pour is cancelled, boil and drink are still to be done.") + [
        Requirement(
          "hot-first", "drink begins after boil has ended, also when pour is cancelled",
          otherwise: "When pour is cancelled, drink begins while the water is still boiling: a "
            + "cancelled operation finishes without waiting for its dependencies.",
          in: "cancelled-while-boiling", "cancelled-while-suspended",
          given: [.happens(.cancelled("pour"))],
          expect: [.order(.ended("boil"), .began("drink"))]),
        Requirement(
          "poured-first", "undisturbed, pour ends before drink begins",
          otherwise: "When pour is cancelled, the order is right now. But when it is not, drink "
            + "begins before the tea is poured.",
          in: "undisturbed", expect: [.order(.ended("pour"), .began("drink"))]),
        Requirement(
          "boiled-first", "undisturbed, boil ends before pour begins",
          otherwise: "When pour is not cancelled, it begins before the water has boiled.",
          in: "undisturbed", expect: [.order(.ended("boil"), .began("pour"))]),
        Requirement(
          "not-poured", "when it is cancelled, pour is not called",
          otherwise: "The caller cancels the operation that makeTea returns, and pour is called "
            + "anyway.",
          in: "cancelled-while-boiling", "cancelled-while-suspended",
          given: [.happens(.cancelled("pour"))],
          expect: [.never(.began("pour"), until: .settled(SceneTools.guest))]),
      ])
}
