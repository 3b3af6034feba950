// misses: hot-first
import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  pouring.completionBlock = { queue.addOperation(drink) }
  queue.addOperations([boiling, pouring], waitUntilFinished: false)
  return pouring
}
