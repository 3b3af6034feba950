import Foundation
import OperationBench

/// Exercises of lesson 4: a cancelled operation does not wait for its turn.
public enum Exercise04 {
  /// The pieces of work, and the queue to put them into.
  public typealias Kitchen = (
    boil: SceneTools.Work, pour: SceneTools.Work, drink: SceneTools.Work, queue: OperationQueue
  )

  private static let errand = Errand(
    "makeTea", ["boil", "pour", "drink"], in: "kitchen", returning: "pour")

  /// The scenes for the learner's `makeTea`. It returns the operation that pours.
  public static let tea: Scenes<Kitchen, Operation> = errand.scenes(Errand.cancelling) {
    ($0[0], $0[1], $0[2], $1)
  }

  private static let (atWork, inLine) = ("cancelled-in-line", "cancelled-in-line+queue-waits")

  static let order = Exercise(
    4, .mend, "Keep the order when one of three is cancelled", tea, at: "Exercise04.tea",
    call: "{ makeTea(boil: $0.boil, pour: $0.pour, drink: $0.drink, in: $0.queue) }",
    mistake: "hot-first",
    requirements: errand.requirements(
      [atWork: ["boil", "drink"], inLine: ["boil", "drink"]],
      also: " When pour is cancelled, boil and drink are still to be done.") + [
        Requirement(
          "hot-first", "drink begins after boil has ended, also when pour is cancelled",
          otherwise: "When pour is cancelled, drink begins while the water is still boiling: a "
            + "cancelled operation finishes without waiting for its dependencies.",
          in: atWork, inLine, expect: [.order(.ended("boil"), .began("drink"))]),
        Requirement(
          "poured-first", "undisturbed, pour ends before drink begins",
          otherwise: "When pour is cancelled, the order is right now. But when it is not, drink "
            + "begins before the tea is poured.",
          in: "second-is-long", expect: [.order(.ended("pour"), .began("drink"))]),
        Requirement(
          "boiled-first", "undisturbed, boil ends before pour begins",
          otherwise: "When pour is not cancelled, it begins before the water has boiled.",
          in: "first-is-long", expect: [.order(.ended("boil"), .began("pour"))]),
        Requirement(
          "not-poured", "when it is cancelled, pour is not called",
          otherwise: "The caller cancels the operation that makeTea returns, and pour is called "
            + "anyway.",
          in: atWork, inLine, expect: [.count(0, of: "pour")]),
      ],
    view: { world in
      let isAtWork = world.has(.cancelledAtWork)
      return errand.view(world) + [errand.order("boil", "drink"), errand.order("boil", "pour")]
        // Of one that is cancelled at work the task does not say when drink may begin.
        + (isAtWork ? [] : [errand.order("pour", "drink")])
    })
}
