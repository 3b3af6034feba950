// misses: not-poured
import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation {
    boiling.waitUntilFinished()
    pour()
  }
  let drinking = BlockOperation(block: drink)
  drinking.addDependency(boiling)
  drinking.addDependency(pouring)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return pouring
}
