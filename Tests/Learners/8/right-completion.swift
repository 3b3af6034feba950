import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  one.completionBlock = { DispatchQueue.main.async { queue.addOperation(second) } }
  queue.addOperation(one)
}
