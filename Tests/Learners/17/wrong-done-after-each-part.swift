// misses: done
import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  for part in parts {
    queue.addOperation(
      BlockOperation {
        part()
        done()
      })
  }
}
