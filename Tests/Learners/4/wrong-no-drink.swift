import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  let drinking = BlockOperation { if !pouring.isCancelled { drink() } }
  drinking.addDependency(pouring)
  drinking.addDependency(boiling)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return pouring
}
