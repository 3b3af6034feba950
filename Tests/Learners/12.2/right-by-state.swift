import Foundation
func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  for operation in queue.operations where operation !== save && !operation.isExecuting {
    operation.cancel()
  }
}
