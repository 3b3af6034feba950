import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 7: which operation waits for which.
public enum Exercise07 {
  /// The pieces of work of a cup of coffee, and a queue.
  public typealias Kitchen = (
    grind: SceneTools.Work, boil: SceneTools.Work, brew: SceneTools.Work, pour: SceneTools.Work,
    queue: OperationQueue
  )

  private static let errand = Errand(
    "makeCoffee", ["grind", "boil", "brew", "pour"], in: "kitchen")

  /// The scenes for the learner's `makeCoffee`.
  public static let coffee: Scenes<Kitchen, Void> = errand.scenes {
    ($0[0], $0[1], $0[2], $0[3], $1)
  }

  private static let order = [("grind", "brew"), ("boil", "brew"), ("brew", "pour")]

  static let circle = Exercise(
    7, .arrange, "A cup of coffee in the right order", coffee, at: "Exercise07.coffee",
    call: "{ makeCoffee(grind: $0.grind, boil: $0.boil, brew: $0.brew, pour: $0.pour, "
      + "in: $0.queue) }",
    requirements: [
      Requirement(
        "no-circle", "the coffee is poured in the end",
        otherwise: "pour is never called. Is its operation in the queue, and does each operation "
          + "finish that it waits for?",
        in: "first-is-long", expect: [.comes(.ended("pour"))]
      ).says(
        "pour is never called: some of the operations wait for each other in a circle, and none of "
          + "them can begin.",
        if: Trace.Condition("a circle") { run in
          .init(run.diagnosis.findings.contains { $0.cause == .cycle }, "", [])
        })
    ]
      + errand.requirements() + [
        before("ground-first", "grind", "brew", "brew begins before the coffee is ground."),
        before("boiled-first", "boil", "brew", "brew begins before the water has boiled."),
        before("brewed-first", "brew", "pour", "pour begins before the coffee is brewed."),
        Requirement(
          "side-by-side", errand.together("grind", "boil"), in: "first-is-long", "second-is-long",
          otherwise: "The order is right now, but stricter than it must be: grind and boil have "
            + "nothing to do with each other, and one waits for the other."),
      ],
    view: { world in
      errand.view(world) + order.map { errand.order($0, $1, in: world) }
        + [errand.together("grind", "boil", in: world)]
    })

  private static func before(
    _ id: String, _ one: String, _ two: String, _ message: String
  ) -> Requirement {
    Requirement(
      id, errand.order(one, two), in: "first-is-long", "second-is-long", otherwise: message)
  }
}
