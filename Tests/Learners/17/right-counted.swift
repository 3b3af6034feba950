import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  if parts.isEmpty { return queue.addOperation(done) }
  let lock = NSLock()
  var left = parts.count
  for part in parts {
    queue.addOperation(
      BlockOperation {
        part()
        let isLast = lock.withLock {
          left -= 1
          return left == 0
        }
        if isLast { done() }
      })
  }
}
