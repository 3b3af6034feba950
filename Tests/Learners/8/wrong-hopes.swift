// misses: order
import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  queue.addOperation(first)
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { queue.addOperation(second) }
}
