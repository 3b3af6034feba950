import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  let grinding = BlockOperation(block: grind)
  let boiling = BlockOperation(block: boil)
  let brewing = BlockOperation(block: brew)
  let pouring = BlockOperation(block: pour)
  brewing.addDependency(grinding)
  brewing.addDependency(boiling)
  pouring.addDependency(boiling)
  pouring.addDependency(brewing)
  queue.addOperations([pouring, brewing, boiling, grinding], waitUntilFinished: false)
}
