import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let steps = [boil, pour, drink].map { BlockOperation(block: $0) }
  for (place, step) in steps.enumerated() { steps[..<place].forEach(step.addDependency) }
  steps.forEach(queue.addOperation)
  return steps[1]
}
