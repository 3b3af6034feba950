// misses: comes-back
import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  OperationQueue.main.addOperation(operation)
  operation.waitUntilFinished()
}
