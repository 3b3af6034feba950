import Foundation

/// Exercises of lesson 0: one line that a queue needs to keep an order.
public enum Exercise00 {
  /// The two pieces of work, and a queue.
  public typealias Kitchen = (boil: SceneTools.Work, pour: SceneTools.Work, queue: OperationQueue)

  private static let errand = Errand("makeTea", ["boil", "pour"], in: "kitchen")

  /// The scenes for the learner's `makeTea`.
  public static let tea: Scenes<Kitchen, Void> = errand.scenes { ($0[0], $0[1], $1) }

  static let order = Exercise(
    0, .mend, "Boil before you pour", tea, at: "Exercise00.tea",
    call: "{ makeTea(boil: $0.boil, pour: $0.pour, in: $0.queue) }", mistake: "boiled-first",
    requirements: errand.requirements() + [
      Requirement(
        "boiled-first", errand.order("boil", "pour"), in: "first-is-long",
        otherwise:
          "pour begins before boil has ended: the queue has threads for both, and when pour was "
          + "added to it, pour did not depend on boil."
      ).says(
        "pour ends before boil begins. You have the dependency the wrong way round: call "
          + "addDependency on the operation that must wait.",
        if: .order(.ended("pour"), .began("boil")))
    ], view: { errand.view($0, errand.order("boil", "pour", in: $0)) })
}
