import Foundation

private struct Recipe {
  private(set) var steps: [String: Operation] = [:]

  mutating func add(_ name: String, after others: String..., work: @escaping () -> Void) {
    let step = BlockOperation(block: work)
    step.name = name
    for other in others.compactMap({ steps[$0] }) { step.addDependency(other) }
    steps[name] = step
  }
}

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  var recipe = Recipe()
  recipe.add("grind", work: grind)
  recipe.add("boil", work: boil)
  recipe.add("brew", after: "grind", "boil", work: brew)
  recipe.add("pour", after: "brew", work: pour)
  queue.addOperations(Array(recipe.steps.values), waitUntilFinished: false)
}
