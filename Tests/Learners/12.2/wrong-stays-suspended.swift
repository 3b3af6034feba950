// misses: saves
import Foundation
func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.isSuspended = true
  for picture in pictures { picture.cancel() }
}
