import Foundation
import OperationTesting

/// Exercises of lesson 7: which operation waits for which.
public enum Exercise07 {
  /// The pieces of work of a cup of coffee, and a queue.
  public typealias Kitchen = (
    grind: Stage.Work, boil: Stage.Work, brew: Stage.Work, pour: Stage.Work,
    queue: OperationQueue
  )

  /// What `makeCoffee` of the learner's file is called in.
  public static let coffee = Scenes<Kitchen, Void>(
    scene("slow-grinder", grinding: 2, boiling: 1), scene("slow-water", grinding: 1, boiling: 2),
    scene("suspended", grinding: 1, boiling: 1, isSuspended: true))

  private static func scene(
    _ name: String, grinding: Int, boiling: Int, isSuspended: Bool = false
  ) -> Scenes<Kitchen, Void>.Scene {
    .init(name) { bench, makeCoffee in
      let usher = Usher(bench)
      bench.calling(withQueue: "kitchen", isSuspended: isSuspended) {
        makeCoffee(
          (
            usher.work("grind", rounds: grinding), usher.work("boil", rounds: boiling),
            usher.work("brew"), usher.work("pour"), $0
          ))
      }
      bench.settle()
    }
  }

  private static let works = ["grind", "boil", "brew", "pour"]

  static let circle = Exercise(
    7, .arrange, "A cup of coffee in the right order", coffee, at: "Exercise07.coffee",
    call: "{ makeCoffee(grind: $0.grind, boil: $0.boil, brew: $0.brew, pour: $0.pour, "
      + "in: $0.queue) }",
    requirements: [
      Requirement(
        "no-circle", "the coffee is poured in the end",
        otherwise: "pour is never called: some of the operations wait for each other in a circle, "
          + "and none of them can begin."
      ) { try $0["slow-grinder"].happens(.ended, "pour") },
      .once(
        ["slow-grinder": works, "slow-water": works],
        otherwise: "makeCoffee does not see to it that grind, boil, brew and pour are called once "
          + "each."),
      before("ground-first", "grind", "brew", "brew begins before the coffee is ground."),
      before("boiled-first", "boil", "brew", "brew begins before the water has boiled."),
      before("brewed-first", "brew", "pour", "pour begins before the coffee is brewed."),
      Requirement(
        "side-by-side", "grinding and boiling go on at the same time",
        otherwise: "The order is right now, but stricter than it must be: grind and boil have "
          + "nothing to do with each other, and one waits for the other.",
        in: "slow-grinder", "slow-water", expect: [.together("grind", "boil")]),
      .returns(
        before: "grind", in: "slow-grinder",
        otherwise: "The order is right now, but makeCoffee blocks its caller."),
      .inQueue(works, in: "suspended", "makeCoffee"),
      .sparesQueue("kitchen", until: "grind", in: "slow-grinder", "makeCoffee"),
    ])

  private static func before(
    _ id: String, _ one: String, _ two: String, _ message: String
  ) -> Requirement {
    Requirement(
      id, "\(one) ends before \(two) begins", otherwise: message,
      in: "slow-grinder", "slow-water", expect: [.order(.ended(one), .began(two))])
  }
}
