// misses: until-it-works
import Foundation
func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() || attempt() { return }
    upload(attempt, in: queue)
    queue.addOperation { _ = attempt() }
  }
}
