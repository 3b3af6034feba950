// misses: saves
import Foundation
func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  let waiting = queue.operations.filter { !$0.isExecuting }
  for operation in waiting.dropLast() { operation.cancel() }
}
