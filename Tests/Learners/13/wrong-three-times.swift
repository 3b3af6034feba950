import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() { return }
    queue.addOperation {
      if attempt() { return }
      queue.addOperation { _ = attempt() }
    }
  }
}
