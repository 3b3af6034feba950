import Foundation
func giveUp(_ operation: Operation) {
  let condition = NSCondition()
  var isOver = false
  operation.completionBlock = {
    condition.lock()
    isOver = true
    condition.broadcast()
    condition.unlock()
  }
  operation.cancel()
  OperationQueue().addOperation(operation)
  condition.lock()
  while !isOver { condition.wait() }
  condition.unlock()
  operation.waitUntilFinished()
}
