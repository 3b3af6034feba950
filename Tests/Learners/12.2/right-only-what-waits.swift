import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  for picture in pictures where !picture.isFinished && !picture.isExecuting {
    picture.cancel()
  }
}
