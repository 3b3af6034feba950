import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  let drinking = BlockOperation { [unowned pouring] in if !pouring.isCancelled { drink() } }
  pouring.addDependency(boiling)
  drinking.addDependency(pouring)
  drinking.addDependency(boiling)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return pouring
}
