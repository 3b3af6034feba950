import Foundation
func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  let operation = BlockOperation()
  operation.addExecutionBlock { [unowned operation] in
    guard !attempt() else { return }
    let next = BlockOperation { upload(attempt, in: queue) }
    next.addDependency(operation)
    queue.addOperation(next)
  }
  queue.addOperation(operation)
}
