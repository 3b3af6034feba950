// misses: in-queue
import Foundation
func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let boiling = BlockOperation(block: boil)
  boiling.completionBlock = { OperationQueue().addOperation(pour) }
  queue.addOperation(boiling)
}
