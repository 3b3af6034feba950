// misses: until-it-works
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() { _ = attempt() } else { upload(attempt, in: queue) }
  }
}
