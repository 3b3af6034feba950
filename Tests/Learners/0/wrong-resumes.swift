// misses: in-queue
import Foundation

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let (boiling, pouring) = (BlockOperation(block: boil), BlockOperation(block: pour))
  queue.isSuspended = true
  queue.addOperations([boiling, pouring], waitUntilFinished: false)
  pouring.addDependency(boiling)
  queue.isSuspended = false
}
