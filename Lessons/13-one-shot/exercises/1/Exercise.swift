import Foundation

// Try again with a new operation.
//
// attempt does the work and returns whether it went well. As long as it did not, it is to be tried
// again, in the queue. As it is, the second attempt ends the process.

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  let operation = BlockOperation()
  operation.addExecutionBlock { [unowned operation] in
    if !attempt() { queue.addOperation(operation) }
  }
  queue.addOperation(operation)
}
