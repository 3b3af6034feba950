import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.isSuspended = true
  for operation in queue.operations where operation !== save { operation.cancel() }
  queue.isSuspended = false
}
