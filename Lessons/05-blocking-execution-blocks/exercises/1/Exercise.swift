import Foundation

// Two halves of a picture at the same time.
//
// left and right take long and do not depend on each other. done must come after both. Now the right
// half begins only when the left one has ended.
//
// Mend it: left and right run at the same time, done begins after both have ended, and develop
// returns at once. Each is called once, in the caller's queue. The caller has other operations in
// the queue: do not delay them.

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
