import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    while !attempt() { Thread.sleep(forTimeInterval: 0.05) }
  }
}
