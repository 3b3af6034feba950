import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  let queue = OperationQueue()
  queue.addOperations([operation], waitUntilFinished: true)
}
