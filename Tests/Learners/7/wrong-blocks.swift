// misses: comes-back
import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  queue.addOperations(
    [BlockOperation(block: grind), BlockOperation(block: boil)], waitUntilFinished: true)
  queue.addOperations([BlockOperation(block: brew)], waitUntilFinished: true)
  queue.addOperation(pour)
}
