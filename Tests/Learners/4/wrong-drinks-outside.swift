// misses: in-queue
import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  let both = DispatchGroup()
  for operation in [boiling, pouring] {
    both.enter()
    operation.completionBlock = { both.leave() }
  }
  both.notify(queue: .global(), execute: drink)
  queue.addOperations([boiling, pouring], waitUntilFinished: false)
  return pouring
}
