import Foundation

// One way to do it.

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  // The queue still starts cancelled pictures, and they finish without work. Then save is ready.
  // cancelAllOperations() would cancel save as well.
  for picture in pictures {
    picture.cancel()
  }
}
