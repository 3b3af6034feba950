import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  queue.addOperation(first)
  Thread.sleep(forTimeInterval: 0.05)
  queue.addOperation(second)
}
