// misses: world called-twice
import Foundation

nonisolated(unsafe) private var water: Operation?

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  let grinding = BlockOperation(block: grind)
  let boiling = water ?? BlockOperation(block: boil)
  let brewing = BlockOperation(block: brew)
  let pouring = BlockOperation(block: pour)
  brewing.addDependency(grinding)
  brewing.addDependency(boiling)
  pouring.addDependency(brewing)
  if water == nil { queue.addOperation(boiling) }
  water = boiling
  queue.addOperations([grinding, brewing, pouring], waitUntilFinished: false)
}
