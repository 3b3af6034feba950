import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = [BlockOperation(block: left), BlockOperation(block: right)]
  let end = BlockOperation(block: done)
  end.addDependency(halves[0])
  queue.addOperations(halves + [end], waitUntilFinished: false)
}
