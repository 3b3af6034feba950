import Foundation

/// Exercises of lesson 7: who waits for whom.
public enum Exercise07 {
  /// The pieces of work of a cup of coffee, and a queue.
  public typealias Kitchen = (
    grind: Stage.Work, boil: Stage.Work, brew: Stage.Work, pour: Stage.Work,
    queue: OperationQueue
  )

  /// What `makeCoffee` of the learner's file is called in.
  public static let coffee = Scenes<Kitchen, Void>(
    scene("slow-grinder", grinding: 2, boiling: 1), scene("slow-water", grinding: 1, boiling: 2))

  private static func scene(
    _ name: String, grinding: Int, boiling: Int
  ) -> Scenes<Kitchen, Void>.Scene {
    .init(name) { bench, makeCoffee in
      let usher = Usher(bench)
      makeCoffee(
        (
          usher.work("grind", rounds: grinding), usher.work("boil", rounds: boiling),
          usher.work("brew"), usher.work("pour"), bench.queue("kitchen")
        ))
      bench.settle()
    }
  }

  static let circle = Exercise(
    7, .arrange, "A cup of coffee in the right order", coffee, at: "Exercise07.coffee",
    call: "{ makeCoffee(grind: $0.grind, boil: $0.boil, brew: $0.brew, pour: $0.pour, "
      + "in: $0.queue) }",
    requirements: [
      Requirement(
        "no-circle", "the coffee is poured in the end",
        otherwise:
          "No coffee is poured: some of the operations wait for each other in a circle, and "
          + "none of them can begin."
      ) { try $0["slow-grinder"].happens(.ended, "pour") },
      before("ground-first", "grind", "brew", "Brewing begins before the coffee is ground."),
      before(
        "boiled-first", "boil", "brew", in: "slow-water",
        "Brewing begins before the water has boiled."),
      before("brewed-first", "brew", "pour", "The cup is poured before the coffee is brewed."),
      Requirement(
        "side-by-side", "grinding and boiling go on at the same time",
        otherwise:
          "The order is right now, but stricter than it must be: grinding and boiling have "
          + "nothing to do with each other, and one waits for the other."
      ) {
        let run = try $0["slow-grinder"]
        let (grind, boil) = (try run.first(.ended, of: "grind"), try run.first(.ended, of: "boil"))
        let begins = [try run.first(.began, of: "grind"), try run.first(.began, of: "boil")]
        let first = min(grind.seq, boil.seq)
        return .confirmed(
          if: begins.allSatisfy { $0.seq < first }, "both have begun before either ends",
          otherwise: "one ends before the other begins", begins)
      },
    ])

  private static func before(
    _ id: String, _ one: String, _ two: String, in scene: String = "slow-grinder",
    _ message: String
  ) -> Requirement {
    Requirement(id, "\(one) ends before \(two) begins", otherwise: message) {
      try $0[scene].order(.ended, one, before: .began, two)
    }
  }
}
