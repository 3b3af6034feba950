import Foundation

// Two halves of a picture at the same time.
//
// left and right take long and have nothing to do with each other. done is to come after both. As
// it is, the right half is begun only when the left one is over.
//
// Mend it: both halves are developed at the same time, done comes after both, and develop comes
// back at once.

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = BlockOperation {
    left()
    right()
  }
  let end = BlockOperation(block: done)
  end.addDependency(halves)
  queue.addOperations([halves, end], waitUntilFinished: false)
}
