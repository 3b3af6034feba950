// misses: once
import Foundation

private let pictures: OperationQueue = {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  return queue
}()

/// Only the last picture is of interest.
func loadPicture(_ load: @escaping () -> Void) {
  pictures.cancelAllOperations()
  pictures.addOperation(load)
}
