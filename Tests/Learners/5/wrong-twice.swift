import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = [BlockOperation(block: left), BlockOperation(block: right)]
  for half in halves { half.completionBlock = { queue.addOperation(done) } }
  queue.addOperations(halves, waitUntilFinished: false)
}
