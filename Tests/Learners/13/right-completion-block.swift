import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  let hasFailed = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  let operation = BlockOperation { hasFailed.pointee = !attempt() }
  operation.completionBlock = {
    if hasFailed.pointee { upload(attempt, in: queue) }
    hasFailed.deallocate()
  }
  queue.addOperation(operation)
}
