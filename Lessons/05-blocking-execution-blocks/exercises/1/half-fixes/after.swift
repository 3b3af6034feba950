import Foundation

// HALF-FIX on purpose: done waits for nobody.

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = [BlockOperation(block: left), BlockOperation(block: right)]
  let end = BlockOperation(block: done)
  queue.addOperations(halves + [end], waitUntilFinished: false)
}
