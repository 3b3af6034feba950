import Foundation

/// The exercise of lesson 0: one line that a queue needs to keep an order.
public enum Exercise00 {
  /// The two pieces of work, and a queue.
  public typealias Kitchen = (boil: SceneTools.Work, pour: SceneTools.Work, queue: OperationQueue)

  /// The scenes for the learner's `makeTea`.
  public static let tea = Scenes<Kitchen, Void>.working("makeTea", works, in: "kitchen") {
    ($0[0], $0[1], $1)
  }

  private static let works = ["boil", "pour"]

  static let order = Exercise(
    0, .mend, "Boil before you pour", tea, at: "Exercise00.tea",
    call: "{ makeTea(boil: $0.boil, pour: $0.pour, in: $0.queue) }", mistake: "boiled-first",
    requirements: .work(
      of: "makeTea", in: "kitchen",
      ["boil-is-slow": works, "pour-is-slow": works, "suspended": works]) + [
        Requirement(
          "boiled-first", "pour begins when boil has ended",
          otherwise:
            "pour begins before boil has ended: the queue has threads for both, and when pour was "
            + "added to it, pour did not depend on boil.",
          in: "boil-is-slow", expect: [.order(.ended("boil"), .began("pour"))]
        ).says(
          "pour ends before boil begins. You have the dependency the wrong way round: call "
            + "addDependency on the operation that must wait.",
          if: .order(.ended("pour"), .began("boil")))
      ])
}
