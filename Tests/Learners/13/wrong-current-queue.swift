// misses: until-it-works
import Foundation
func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  let operation = BlockOperation {}
  operation.addExecutionBlock {
    if attempt() { operation.cancel() }
  }
  operation.completionBlock = {
    if !operation.isCancelled { OperationQueue.current.map { upload(attempt, in: $0) } }
  }
  queue.addOperation(operation)
}
