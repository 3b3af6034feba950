import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { upload(attempt, in: queue) }
  }
}
