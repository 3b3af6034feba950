// misses: no-work
import Foundation

func giveUp(_ operation: Operation) {
  OperationQueue().addOperations([operation], waitUntilFinished: true)
  operation.cancel()
}
