// misses: once
import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  let drinking = BlockOperation(block: drink)
  pouring.addDependency(boiling)
  [boiling, pouring].forEach(drinking.addDependency)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return boiling
}
