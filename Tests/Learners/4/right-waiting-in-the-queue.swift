import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  queue.addOperations([boiling, pouring], waitUntilFinished: false)
  queue.addOperation {
    pouring.waitUntilFinished()
    boiling.waitUntilFinished()
    drink()
  }
  return pouring
}
