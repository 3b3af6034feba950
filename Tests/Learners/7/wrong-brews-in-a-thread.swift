// misses: in-queue
import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  let grinding = BlockOperation(block: grind)
  let boiling = BlockOperation(block: boil)
  queue.addOperations([grinding, boiling], waitUntilFinished: false)
  Thread.detachNewThread {
    grinding.waitUntilFinished()
    boiling.waitUntilFinished()
    brew()
    queue.addOperation(pour)
  }
}
