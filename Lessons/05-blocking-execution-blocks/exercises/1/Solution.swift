import Foundation

// One way to do it.

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  // A queue runs operations at the same time, so make two. On Linux the blocks of one BlockOperation
  // would run one after the other.
  let halves = [BlockOperation(block: left), BlockOperation(block: right)]
  let end = BlockOperation(block: done)
  halves.forEach(end.addDependency)
  queue.addOperations(halves + [end], waitUntilFinished: false)
}
