import Foundation

// Try again with a new operation.
//
// attempt does the work and returns whether it went well. If it did not, it is to be tried again,
// in the queue, until it goes well, and then no more. As it is, the second attempt ends the
// process.
//
// Mend it. Every attempt is made while an operation of the queue runs. upload returns at once,
// and there may be several uploads in the queue, whose width may be 1.

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  let operation = BlockOperation()
  operation.addExecutionBlock { [unowned operation] in
    if !attempt() { queue.addOperation(operation) }
  }
  queue.addOperation(operation)
}
