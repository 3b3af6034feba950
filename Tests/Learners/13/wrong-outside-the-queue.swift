// misses: in-the-queue
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  DispatchQueue.global().async {
    while !attempt() {}
  }
}
