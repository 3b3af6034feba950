// misses: once
import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  let first = [BlockOperation(block: grind), BlockOperation(block: boil)]
  for one in first {
    let rest = BlockOperation {
      brew()
      pour()
    }
    first.forEach(rest.addDependency)
    queue.addOperation(rest)
    queue.addOperation(one)
  }
}
