import Foundation

// One way to do it.

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  // Cancelled pictures are still started by the queue, and end without work; then save is ready.
  // cancelAllOperations() would cancel save as well.
  for picture in pictures {
    picture.cancel()
  }
}
