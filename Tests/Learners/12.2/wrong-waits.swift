// misses: returns
import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  for picture in pictures { picture.cancel() }
  queue.waitUntilAllOperationsAreFinished()
}
