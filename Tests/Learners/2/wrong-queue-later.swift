// misses: finishes
import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  OperationQueue().addOperation(operation)
}
