// misses: all
import Foundation

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  let operations = pieces.map { BlockOperation(block: $0) }
  for operation in operations {
    queue.addOperation(operation)
    prepare()
  }
  queue.isSuspended = false
  operations.prefix(3).forEach { $0.waitUntilFinished() }
}
