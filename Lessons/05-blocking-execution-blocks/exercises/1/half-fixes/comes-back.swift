import Foundation

// HALF-FIX on purpose: the caller waits.

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = [BlockOperation(block: left), BlockOperation(block: right)]
  let end = BlockOperation(block: done)
  halves.forEach(end.addDependency)
  queue.addOperations(halves + [end], waitUntilFinished: true)
}
