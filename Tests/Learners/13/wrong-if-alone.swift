// misses: until-it-works
import Foundation
func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if !attempt(), queue.operationCount == 1 { upload(attempt, in: queue) }
  }
}
