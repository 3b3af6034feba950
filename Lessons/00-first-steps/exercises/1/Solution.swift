import Foundation

// One way to do it.

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  queue.addOperation(boiling)
  queue.addOperation(pouring)
}
