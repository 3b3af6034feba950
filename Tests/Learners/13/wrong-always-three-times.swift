// misses: until-it-works
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  for _ in 1...3 { queue.addOperation { _ = attempt() } }
}
