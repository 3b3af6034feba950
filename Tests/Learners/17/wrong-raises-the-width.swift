// misses: width
import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  queue.maxConcurrentOperationCount = parts.count + 1
  queue.addOperation(
    BlockOperation {
      let operations = parts.map { BlockOperation(block: $0) }
      queue.addOperations(operations, waitUntilFinished: true)
      done()
    })
}
